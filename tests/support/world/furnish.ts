import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../api-client.ts'
import { addMember, joinProject } from '../cast.ts'
import type { TestServer } from '../server.ts'
import { featureFixtures } from './parts.ts'
import type { TestRowIds } from './side.ts'

/** Creates a workspace with a project and one row of every kind. */
export async function createFilledWorkspace(
  server: TestServer,
  admin: ApiClient,
  name: string,
): Promise<Omit<TestRowIds, 'open_asset_id'>> {
  const slug = name.toLowerCase()
  const { id: workspace_id } = await admin.call('createWorkspace', { body: { name, slug } })
  const maker = await createSignedInUser(server, `tom@${slug}.example`)
  const outsider = await createSignedInUser(server, `olga@${slug}.example`)
  const workspace_membership_id = await addMember(server, workspace_id, maker.id, role.member)
  await addMember(server, workspace_id, outsider.id, role.member)
  // Each file in `parts/` adds further fields to `side`.
  const side = {
    ...{ slug, workspace_id, workspace_membership_id },
    ...{ maker_id: maker.id, outsider_id: outsider.id },
  } as TestRowIds
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  for (const part of featureFixtures)
    Object.assign(side, await part.inWorkspace?.({ server, admin, maker, params: { slug }, side, sql }))
  return createFilledProject(server, admin, side, 'Atlas', slug.toUpperCase())
}

/** Creates another project with one row of every kind, and returns the ids of these rows. */
export async function createFilledProject(
  server: TestServer,
  admin: ApiClient,
  of: TestRowIds,
  name: string,
  identifier: string,
): Promise<TestRowIds> {
  const { slug } = of
  const { id: project_id } = await admin.call('createProject', {
    params: { slug },
    body: {
      name,
      identifier,
      network: 0,
      guest_view_all_features: true,
      cycle_view: true,
      module_view: true,
      inbox_view: true,
      is_time_tracking_enabled: true,
      is_epic_enabled: true,
    },
  })
  const membership = await joinProject(server, { ...of, project_id }, of.maker_id, role.guest)
  const side: TestRowIds = { ...of, project_id, identifier, project_membership_id: membership }
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  for (const part of featureFixtures)
    Object.assign(side, await part.inProject?.({ server, admin, params: { slug, project_id }, side, sql }))
  return side
}

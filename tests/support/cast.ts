import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from './api-client.ts'
import type { TestServer } from './server.ts'

/**
 * Ann is the admin of Acme, Max a member and Gus a guest. Eve has her own workspace and no access to Acme.
 */
export type WorkspaceWithUsers = {
  slug: string
  workspace_id: string
  ann: ApiClient
  max: ApiClient
  gus: ApiClient
  eve: ApiClient
  eves: string
}

export async function createWorkspaceWithUsers(server: TestServer): Promise<WorkspaceWithUsers> {
  const [ann, max, gus, eve] = await Promise.all([
    createSignedInUser(server, 'ann@example.com'),
    createSignedInUser(server, 'max@example.com'),
    createSignedInUser(server, 'gus@example.com'),
    createSignedInUser(server, 'eve@example.org'),
  ])
  const acme = await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  const eves = await eve.call('createWorkspace', { body: { name: 'Evil', slug: 'evil' } })
  await addMember(server, acme.id, max.id, role.member)
  await addMember(server, acme.id, gus.id, role.guest)
  return { slug: acme.slug, workspace_id: acme.id, ann, max, gus, eve, eves: eves.slug }
}

export async function addMember(
  server: Pick<TestServer, 'databaseUrl'>,
  workspaceId: string,
  userId: string,
  held: number,
): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    'insert into workspace_members (id, workspace_id, member_id, role) values ($1, $2, $3, $4)',
    [id, workspaceId, userId, held],
  )
  return id
}

export async function joinProject(
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace_id, project_id }: { workspace_id: string; project_id: string },
  userId: string,
  held: number,
): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into project_members (id, workspace_id, project_id, member_id, role, original_role, sort_order)
     values ($1, $2, $3, $4, $5, $5, 65535)`,
    [id, workspace_id, project_id, userId, held],
  )
  return id
}

/** Makes a user an instance admin, for tests in which one person needs every permission. */
export async function makeInstanceAdmin(server: TestServer, userId: string): Promise<void> {
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [userId])
}

import type { Call } from '#common/platform/call.ts'
import { isId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createAnonymousClient, createSignedInUser, runSql } from './api-client.ts'
import { addMember, joinProject } from './cast.ts'
import { createExampleInput } from './examples.ts'
import type { RawCallInput } from './raw-caller.ts'
import type { TestServer } from './server.ts'
import { createFilledProject, createFilledWorkspace } from './world/furnish.ts'
import { addAvatar } from './world/parts/files.ts'
import {
  creatorColumns,
  featureFixtures,
  getCallSpecificFieldValue,
  getPathParamValue,
  getTestValueForField,
} from './world/parts.ts'
import { listPathParams } from './world/path-params.ts'
import { createRowsPerPerson } from './world/rows-per-person.ts'
import type { PersonRoles, TestPerson, TestRowIds } from './world/side.ts'

export interface PermissionTestData {
  people: TestPerson[]
  /**
   * Ada is an admin of both workspaces. If the server refuses her call, the reason can only be that the ids
   * in the call do not belong together.
   */
  ada: ApiClient
  acme: TestRowIds
  /** A second project of the workspace Acme. */
  sibling: TestRowIds
  foreign: TestRowIds
  /**
   * Returns a valid request for a call. `also` lists optional body fields to include. `fields` sets the
   * values of single fields.
   */
  input(
    call: Call,
    side: TestRowIds,
    who: { email: string },
    also?: string[],
    fields?: Record<string, string>,
  ): RawCallInput
}

export function getWorkspaceAdmin({ people }: PermissionTestData): TestPerson {
  const admin = people.find((each) => each.workspace === role.admin)
  if (admin === undefined) throw new Error('nobody is an admin of the workspace')
  return admin
}

export async function createPermissionTestData(server: TestServer): Promise<PermissionTestData> {
  const person = (name: string) => createSignedInUser(server, `${name}@example.com`)
  const [ann, pat, max, gus, mia, guy, rex, dee, ida, ada, eve] = await Promise.all([
    person('ann'),
    person('pat'),
    person('max'),
    person('gus'),
    person('mia'),
    person('guy'),
    person('rex'),
    person('dee'),
    person('ida'),
    person('ada'),
    person('eve'),
  ])
  const open_asset_id = await addAvatar(server, ada)
  const acme = { ...(await createFilledWorkspace(server, ann, 'Acme')), open_asset_id }
  const foreign = { ...(await createFilledWorkspace(server, eve, 'Evil')), open_asset_id }
  const sibling = { ...acme, ...(await createFilledProject(server, ann, acme, 'Borealis', 'BOR')) }
  for (const side of [acme, foreign]) await addMember(server, side.workspace_id, ada.id, role.admin)
  for (const each of [pat, max, mia, rex, dee])
    await addMember(server, acme.workspace_id, each.id, role.member)
  for (const each of [gus, guy]) await addMember(server, acme.workspace_id, each.id, role.guest)
  await joinProject(server, acme, pat.id, role.admin)
  for (const each of [max, rex, dee]) await joinProject(server, acme, each.id, role.member)
  await joinProject(server, acme, gus.id, role.guest)
  const next = { ...acme, project_id: acme.new_project_id }
  for (const each of [pat, max]) await joinProject(server, next, each.id, role.member)
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  await sql('update workspace_members set is_active = false where member_id = $1', [rex.id])
  await sql('update users set is_active = false where id = $1', [dee.id])
  for (const id of [ida.id, acme.outsider_id])
    await sql('insert into instance_admins (user_id) values ($1)', [id])

  const nobody: PersonRoles = {
    is_signed_in: false,
    is_instance_admin: false,
    workspace: null,
    project: null,
  }
  const signedIn = { ...nobody, is_signed_in: true }
  const member = { ...signedIn, workspace: role.member }
  const guest = { ...signedIn, workspace: role.guest }
  const stranger = createAnonymousClient(server)
  const people: TestPerson[] = [
    { name: 'an anonymous caller', client: stranger, ...nobody },
    {
      name: 'a made-up session',
      client: { ...stranger, cookie: `session-id=${'0'.repeat(128)}` },
      ...nobody,
    },
    { name: 'Dee, whose account is deactivated', client: dee, ...nobody },
    { name: 'Eve of another workspace', client: eve, ...signedIn },
    { name: 'Rex, removed from the workspace', client: rex, ...signedIn },
    { name: 'Ida, admin of the installation alone', client: ida, ...signedIn, is_instance_admin: true },
    { name: 'Guy, a guest outside the project', client: guy, ...guest },
    { name: 'Gus, a guest of the project', client: gus, ...guest, project: role.guest },
    { name: 'Mia, a member outside the project', client: mia, ...member },
    { name: 'Max, a member of the project', client: max, ...member, project: role.member },
    { name: 'Pat, an admin of the project', client: pat, ...member, project: role.admin },
    {
      name: 'Ann, an admin of the workspace',
      client: ann,
      ...signedIn,
      workspace: role.admin,
      project: role.admin,
    },
  ]
  const own = await createRowsPerPerson(server, acme, people, ada)
  return {
    people,
    ada,
    acme,
    sibling,
    foreign,
    input(call, side, who, also = [], fields = {}) {
      const mine = { ...side, ...own(call, who, side === acme) }
      const known = (field: string) =>
        fields[field] ?? getCallSpecificFieldValue(call, field, mine) ?? getTestValueForField(field, mine)
      const needed = featureFixtures.flatMap((part) => part.needed?.(call) ?? [])
      return {
        params: Object.fromEntries(
          listPathParams(call).map(({ name, place }) => [name, getPathParamValue(call, place, mine)]),
        ),
        ...(call.query && { query: createExampleInput(call.query, known) as Record<string, string> }),
        ...(call.body && { body: createExampleInput(call.body, known, [...needed, ...also]) }),
      }
    },
  }
}

/** Returns the values that are ids, without others such as the slug and the secrets of public links. */
export function pickRowIds(rows: TestRowIds): string[] {
  return Object.values(rows).filter(isId)
}

/**
 * Changes the creator of all rows in `side` to this person. Calls that only the creator of a row may make are
 * then allowed.
 */
export async function setCreatorOfRows(server: TestServer, side: TestRowIds, userId: string): Promise<void> {
  for (const { table, column, key = 'id', id } of Object.values(creatorColumns)) {
    const values = [userId, side[id]]
    await runSql(server.databaseUrl, `update ${table} set ${column} = $1 where ${key} = $2`, values)
  }
}

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  accessibleProjects,
  findProject,
  findWorkspace,
  visibleOrJoinableProjects,
} from '#api/access/access.ts'
import { getUserDocumentAccess } from '#api/access/documents.ts'
import { selectUserIdsWithProjectAccess, selectWorkspaceMemberIds } from '#api/access/people.ts'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { newId } from '#common/platform/ids.ts'
import { canFindProject, canSeeWholeProject, projectRole, type Role, roles } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let orm: Orm
const bus = createBus(null)

/** One project for every combination of project settings that the access rules distinguish. */
const projects = [0, 2].flatMap((network) =>
  [false, true].map((opened) => ({ id: newId(), network, opened, name: `${network} ${opened}` })),
)

/** One user for every combination of workspace role and project role. */
const people = roles.flatMap((workspace_role) =>
  [null, ...roles].map((member_role) => ({ id: newId(), workspace_role, member_role })),
)

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  orm = await createOrm(server.databaseUrl, bus)
  for (const { id, network, opened, name } of projects) {
    await sql(
      'insert into projects (id, workspace_id, name, identifier, network, guest_view_all_features) values ($1, $2, $3, $4, $5, $6)',
      [id, cast.workspace_id, name, id, network, opened],
    )
  }
  for (const { id, workspace_role, member_role } of people) {
    await addPerson(id)
    await join('workspace_members', id, workspace_role)
    if (member_role === null) continue
    for (const project of projects) await join('project_members', id, member_role, project.id)
  }
})
afterAll(async () => {
  await orm.close(true)
  await bus.close()
  await server.close()
})

beforeEach(async () => {
  await sql('update workspaces set deleted_at = null', [])
  await sql('update projects set deleted_at = null', [])
  await sql('update users set is_active = true', [])
  for (const table of ['workspace_members', 'project_members'])
    await sql(`update ${table} set is_active = true`, [])
})

test.each(people)(
  '$workspace_role in the workspace with $member_role has what the rules say',
  async (person) => {
    const expected = projects.map(({ id, network, opened }) => {
      const role = projectRole(person)
      return {
        id,
        role,
        sees_all: canSeeWholeProject(role, opened),
        is_findable: canFindProject(person.workspace_role, role, network),
      }
    })
    const found = await visibleOrJoinableProjects(em(), person.id, workspace()).execute()
    expect(
      sorted(
        found.map(({ project_id: id, role, sees_all, is_findable }) => ({ id, role, sees_all, is_findable })),
      ),
    ).toEqual(sorted(expected.filter((one) => one.is_findable)))
    const accessible = await accessibleProjects(em(), person.id, workspace()).execute()
    expect(accessible.map(({ project_id }) => project_id).sort()).toEqual(
      expected.flatMap(({ id, role }) => (role === null ? [] : [id])).sort(),
    )
    for (const { id, role, sees_all, is_findable } of expected) {
      const one = await findProject(em(), person.id, { slug: cast.slug }, id).catch((error) => error.code)
      if (role !== null)
        expect(one).toMatchObject({ project: { id, role, sees_all }, workspace: workspace() })
      else expect(one).toBe(is_findable ? 'conflict' : null)
    }
  },
)

test('selects the people who have a role in a project', async () => {
  for (const project of projects) {
    for (const least of roles) {
      const rows = await selectUserIdsWithProjectAccess(em(), cast.workspace_id, project.id, least).execute()
      const known = new Set(people.map(({ id }) => id))
      expect(rows.flatMap(({ user_id }) => (known.has(user_id) ? [user_id] : [])).sort()).toEqual(
        people.flatMap((person) => ((projectRole(person) ?? 0) >= least ? [person.id] : [])).sort(),
      )
    }
  }
})

const endings: [string, string][] = [
  [
    'their membership of the workspace ends',
    'update workspace_members set is_active = false where member_id = $1',
  ],
  ['their account is deactivated', 'update users set is_active = false where id = $1'],
  ['the workspace is deleted', 'update workspaces set deleted_at = now() from users u where u.id = $1'],
]
test.each(endings)('gives no access to anyone after %s', async (_, ending) => {
  for (const { id } of people) {
    await sql(ending, [id])
    expect(await findWorkspace(em(), id, workspace())).toBeNull()
    expect(await visibleOrJoinableProjects(em(), id, workspace()).execute()).toEqual([])
    expect(await accessibleProjects(em(), id, { slug: cast.slug }).execute()).toEqual([])
  }
})

test('ignores a project membership that has ended', async () => {
  await sql('update project_members set is_active = false', [])
  for (const { id, workspace_role } of people) {
    const found = await accessibleProjects(em(), id, workspace()).execute()
    const role = projectRole({ workspace_role, member_role: null })
    expect(found.map((one) => one.role)).toEqual(role === null ? [] : projects.map(() => role))
  }
})

test('nobody finds a deleted project', async () => {
  await sql('update projects set deleted_at = now()', [])
  for (const { id } of people)
    expect(await visibleOrJoinableProjects(em(), id, workspace()).execute()).toEqual([])
})

test('a membership gives no access to another workspace', async () => {
  const eves = await findWorkspace(em(), cast.eve.id, { slug: cast.eves })
  if (eves === null) throw new Error('Eve has lost her workspace')
  for (const { id } of people) {
    expect(await findWorkspace(em(), id, eves)).toBeNull()
    expect(await findProject(em(), id, eves, projects[0]?.id ?? '')).toBeNull()
  }
  const members = await selectWorkspaceMemberIds(em(), eves.id).execute()
  expect(members.map(({ user_id }) => user_id)).toEqual([cast.eve.id])
})

test('documents of a read-only project can only be read', async () => {
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug: cast.slug, project_id: project.id }
  const page = await cast.ann.call('createPage', { params, body: { name: 'Page' } })
  const item = await cast.ann.call('createWorkItem', { params, body: { name: 'Item' } })
  const rights = async () => ({
    page: (await getUserDocumentAccess(em(), cast.ann.id, `page:${page.id}`))?.right,
    item: (await getUserDocumentAccess(em(), cast.ann.id, `work_item:${item.id}`))?.right,
  })
  expect(await rights()).toEqual({ page: 'write', item: 'write' })
  await cast.ann.call('updateProject', { params, body: { page_view: false } })
  expect(await rights()).toEqual({ page: 'read', item: 'write' })
  await cast.ann.call('archiveProject', { params })
  expect(await rights()).toEqual({ page: 'read', item: 'read' })
})

function em() {
  return orm.em.fork()
}

function workspace() {
  return { id: cast.workspace_id }
}

function sql(statement: string, values: unknown[]) {
  return runSql(server.databaseUrl, statement, values)
}

function sorted<Row extends { id: string }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function addPerson(id: string): Promise<void> {
  await sql('insert into users (id, email, username, display_name) values ($1, $2, $2, $2)', [
    id,
    `${id}@example.com`,
  ])
}

async function join(table: string, user_id: string, role: Role, project_id?: string): Promise<void> {
  const columns =
    project_id === undefined
      ? { member_id: user_id, role }
      : { member_id: user_id, role, project_id, original_role: role, sort_order: 1 }
  const values = { id: newId(), workspace_id: cast.workspace_id, ...columns }
  await sql(
    `insert into ${table} (${Object.keys(values).join(', ')}) values (${Object.keys(values).map((_, at) => `$${at + 1}`)})`,
    Object.values(values),
  )
}

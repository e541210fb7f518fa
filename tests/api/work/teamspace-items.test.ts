import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string; teamspace_id: string }
let secret: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  const { ann, max } = atlas.cast
  secret = await atlas.makeProject('Secret', 'SEC')
  const { id } = await ann.call('createTeamspace', {
    params: { slug: atlas.params.slug },
    body: { name: 'Team', project_ids: [atlas.params.project_id, secret.project_id], member_ids: [max.id] },
  })
  params = { slug: atlas.params.slug, teamspace_id: id }
})
afterAll(() => atlas.close())

const keysOf = (results: unknown) => Object.keys(results as object).sort()

test('the items of a teamspace are those of its projects that the caller can access', async () => {
  const { ann, max, gus } = atlas.cast
  const other = await atlas.makeProject('Other', 'OTH')
  await atlas.make('In Atlas')
  await atlas.make('In Secret', {}, ann, secret)
  await atlas.make('Elsewhere', {}, ann, other)
  const names = async (who = ann) => {
    const { results } = await who.call('listTeamspaceWorkItems', { params, query: {} })
    return (results as { name: string }[]).map(({ name }) => name).sort()
  }
  expect(await names()).toEqual(['In Atlas', 'In Secret'])
  expect(await names(max)).toEqual(['In Atlas'])
  expect(await gus.refused('listTeamspaceWorkItems', { params, query: {} })).toMatchObject({ status: 403 })
})

test('they are grouped and filtered by `team_project`', async () => {
  const { ann } = atlas.cast
  const query = { group_by: 'team_project' } as const
  const grouped = await ann.call('listTeamspaceWorkItems', { params, query })
  expect(keysOf(grouped.results)).toEqual([atlas.params.project_id, secret.project_id].sort())
  const narrowed = { team_project: secret.project_id }
  const filtered = await ann.call('listTeamspaceWorkItems', { params, query: narrowed })
  expect(filtered.results).toMatchObject([{ name: 'In Secret' }])
})

test('each teamspace has its own preferences for each person', async () => {
  const { ann, max } = atlas.cast
  const fresh = await max.call('getTeamspaceUserProperties', { params })
  expect(fresh).toMatchObject({
    ...createDefaultUserProperties('team'),
    id: null,
    context_id: params.teamspace_id,
  })
  expect(fresh.display_filters).toMatchObject({ layout: 'kanban', group_by: 'state_detail.group' })
  await max.call('updateTeamspaceUserProperties', { params, body: { display_filters: { layout: 'list' } } })
  const layoutOf = async (who = max) =>
    (await who.call('getTeamspaceUserProperties', { params })).display_filters.layout
  expect(await layoutOf()).toBe('list')
  expect(await layoutOf(ann)).toBe('kanban')
})

test('a saved filter by `team_project` is accepted, and null is its default', async () => {
  const { max } = atlas.cast
  const place = { params: atlas.params }
  const save = (team_project: string[] | null) =>
    max.call('updateUserProperties', { ...place, body: { filters: { team_project } } })
  expect((await save(null)).filters.team_project).toBeNull()
  expect((await save([secret.project_id])).filters.team_project).toEqual([secret.project_id])
  // Simulates preferences that were stored before the filter `team_project` existed.
  const sql = `update user_properties set filters = filters - 'team_project' where user_id = $1`
  await runSql(atlas.server.databaseUrl, sql, [max.id])
  expect((await max.call('getUserProperties', place)).filters.team_project).toBeNull()
  const [row] = await max.call('listUserProperties', { params: { slug: atlas.params.slug } })
  expect(row?.filters.team_project).toBeNull()
})

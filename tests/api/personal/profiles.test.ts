import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let ann: ApiClient
let max: ApiClient
let gus: ApiClient
let secret: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  ;({ ann, max, gus } = atlas.cast)
  secret = await atlas.makeProject('Secret', 'SEC')
  const done = { state_id: atlas.states['completed'] }
  await atlas.make('One', { assignee_ids: [max.id], priority: 'high' })
  await atlas.make('Two', { assignee_ids: [max.id, ann.id], ...done })
  await atlas.make('Three', {}, max)
  await atlas.make('Hidden', { assignee_ids: [ann.id] }, ann, secret)
  await ann.call('updateProject', { params: atlas.params, body: { cycle_view: true } })
})
afterAll(() => atlas.close())

const of = (who: ApiClient) => ({ slug: 'acme', user_id: who.id })

async function read(): Promise<void> {
  await pollUntilTrue(async () => {
    const [row] = await runSql<{ is_read: boolean }>(
      atlas.server.databaseUrl,
      `select v.version = c.version as is_read from workspace_versions v
       join feed_cursors c on c.workspace_id = v.workspace_id where c.reader = 'activities' and v.workspace_id = $1`,
      [atlas.cast.workspace_id],
    )
    return row?.is_read === true
  })
}

const deeds = async (who: ApiClient, by: ApiClient, query: Record<string, string> = {}) => {
  await read()
  const { results } = await who.call('listUserActivity', {
    params: of(by),
    query: { per_page: '100', ...query },
  })
  return results.map(({ verb, field, issue_detail }) => `${verb} ${field ?? ''} ${issue_detail.name}`)
}

describe('a user’s profile', () => {
  test('counts open and completed work', async () => {
    expect(await ann.call('getUserStats', { params: of(max) })).toEqual({
      ...{ created_issues: 1, assigned_issues: 2, completed_issues: 1, pending_issues: 1 },
      ...{ subscribed_issues: 3, present_cycles: [], upcoming_cycles: [] },
      state_distribution: expect.arrayContaining([
        { state_group: 'backlog', state_count: 1 },
        { state_group: 'completed', state_count: 1 },
      ]),
      priority_distribution: expect.arrayContaining([
        { priority: 'high', priority_count: 1 },
        { priority: 'none', priority_count: 1 },
      ]),
    })
    const { project_data, user_data } = await ann.call('getUserProfile', { params: of(max) })
    expect(user_data).toMatchObject({ id: max.id, email: max.email })
    expect(project_data).toEqual([
      expect.objectContaining({
        ...{ name: 'Atlas', identifier: 'ATL', created_issues: 1, assigned_issues: 2 },
        ...{ completed_issues: 1, pending_issues: 1 },
      }),
    ])
  })

  test('counts only what the caller can see', async () => {
    expect((await ann.call('getUserStats', { params: of(ann) })).assigned_issues).toBe(2)
    expect((await max.call('getUserStats', { params: of(ann) })).assigned_issues).toBe(1)
    expect((await gus.call('getUserStats', { params: of(ann) })).assigned_issues).toBe(0)
    const { project_data, user_data } = await gus.call('getUserProfile', { params: of(max) })
    expect([project_data, user_data.email]).toEqual([[], null])
    for (const call of ['getUserStats', 'getUserProfile', 'listUserActivity'] as const) {
      expect((await ann.refused(call, { params: of(atlas.cast.eve) })).status).toBe(404)
      expect((await ann.refused(call, { params: { slug: 'acme', user_id: newId() } })).status).toBe(404)
    }
  })

  test('lists activities that the caller can see', async () => {
    const item = await atlas.make('Four', {}, max)
    await max.call('updateWorkItem', {
      params: { ...atlas.params, id: item.id },
      body: { name: 'Five', priority: 'low' },
    })
    const seen = await deeds(ann, max)
    expect(seen.slice(0, 3).toSorted()).toEqual([
      'created  Five',
      'updated name Five',
      'updated priority Five',
    ])
    expect(seen).toContain('created  Three')
    expect(await deeds(max, ann)).not.toContain('created  Hidden')
    expect(await deeds(ann, ann)).toContain('created  Hidden')
    expect(await deeds(gus, max)).toEqual([])
    expect(await deeds(ann, ann, { project: secret.project_id })).toEqual(['created  Hidden'])
    expect(await deeds(max, ann, { project: secret.project_id })).toEqual([])
    const page = await ann.call('listUserActivity', { params: of(max), query: { per_page: '2' } })
    expect(page).toMatchObject({ count: 2, total_results: seen.length, next_page_results: true })
    const own = await max.call('listMyActivities', { query: { per_page: '100' } })
    expect(own.results).toHaveLength(seen.length)
  })

  test('security 27: exports a day without formulas', async () => {
    const item = await atlas.make('=1+1', {}, max)
    await max.call('updateWorkItem', { params: { ...atlas.params, id: item.id }, body: { name: '@SUM(A1)' } })
    await read()
    const date = new Date().toISOString().slice(0, 10)
    const day = async (of: string) => {
      const answer = await fetch(`${atlas.server.url}/api/workspaces/acme/user-activity/${max.id}/export/`, {
        method: 'POST',
        headers: { cookie: ann.cookie, origin: atlas.server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ date: of }),
      })
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      return answer.text()
    }
    const file = await day(date)
    expect(file).toContain("'@SUM(A1)")
    expect(file).toContain("'=1+1")
    expect(file).not.toMatch(/[,\n][=@]/)
    const other = await day('2020-01-01')
    expect(other.trim().split('\n')).toHaveLength(1)
    for (const body of [{}, { date: '9999-12-31' }, { date: '0001-01-01' }])
      expect(await ann.refused('exportUserActivity', { params: of(max), body })).toMatchObject({
        status: 400,
      })
    expect(await gus.refused('exportUserActivity', { params: of(max), body: { date } })).toMatchObject({
      status: 403,
    })
  })

  test('lists cycles with open items of the user', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const cycle = await ann.call('createCycle', {
      params: atlas.params,
      body: { name: 'Running', start_date: day(-3), end_date: day(3) },
    })
    await atlas.make('In it', { assignee_ids: [max.id], cycle_id: cycle.id })
    const { present_cycles } = await ann.call('getUserStats', { params: of(max) })
    expect(present_cycles).toEqual([
      { cycle__id: cycle.id, cycle__name: 'Running', cycle__project_id: atlas.params.project_id },
    ])
  })
})

test('returns totals of projects', async () => {
  const stats = await ann.call('listProjectStats', { params: { slug: 'acme' } })
  expect(stats).toHaveLength(2)
  const [only] = await max.call('listProjectStats', { params: { slug: 'acme' } })
  expect(only).toMatchObject({
    id: atlas.params.project_id,
    completed_issues: 1,
    total_members: 3,
    total_modules: 0,
  })
  const query = { fields: 'total_cycles', project_ids: secret.project_id }
  expect(await ann.call('listProjectStats', { params: { slug: 'acme' }, query })).toEqual([
    { id: secret.project_id, total_cycles: 0 },
  ])
  expect(await max.call('listProjectStats', { params: { slug: 'acme' }, query })).toEqual([])
  const [own] = await gus.call('listProjectStats', {
    params: { slug: 'acme' },
    query: { fields: 'total_issues' },
  })
  expect(own).toEqual({ id: atlas.params.project_id, total_issues: 0 })
  const cancelled = await max.call('listProjectStats', {
    params: { slug: 'acme' },
    query: { fields: 'completed_issues,cancelled_issues' },
  })
  // For compatibility with Plane, the number of completed items includes cancelled items.
  expect(cancelled).toEqual([{ id: atlas.params.project_id, completed_issues: 1, cancelled_issues: 0 }])
  const [unknown] = await gus.call('listProjectStats', {
    params: { slug: 'acme' },
    query: { fields: 'secrets' },
  })
  expect(unknown).toMatchObject({ total_issues: 0, completed_issues: 0 })
})

test('the graph counts the activities of each day that the caller sees', async () => {
  const params = { slug: 'acme' }
  await atlas.make('Drawn', {}, max)
  const total = (await deeds(max, max)).length
  const sql = (statement: string) => runSql(atlas.server.databaseUrl, statement, [max.id])
  await sql('update work_item_activities set created_at = now() where actor_id = $1')
  const [today, ...others] = await max.call('getActivityGraph', { params })
  expect(others).toEqual([])
  expect(today).toMatchObject({ activity_count: total })
  const setBack = (by: string) =>
    sql(
      `update work_item_activities set created_at = now() - interval '${by}' where actor_id = $1
       and id = (select max(id::text)::uuid from work_item_activities where actor_id = $1)`,
    )
  await setBack('40 days')
  const both = await max.call('getActivityGraph', { params })
  expect(both.map(({ activity_count }) => activity_count)).toEqual([1, total - 1])
  expect(both[1]?.created_date).toBe(today?.created_date)
  await setBack('7 months')
  expect(await max.call('getActivityGraph', { params })).toEqual(both.slice(1))
  expect(await gus.call('getActivityGraph', { params })).toEqual([])
  expect(await atlas.cast.eve.refused('getActivityGraph', { params })).toMatchObject({ status: 404 })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../support/api-client.ts'
import { type Cast, makeCast } from '../support/cast.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await makeCast(server)
})

afterAll(() => server.close())

const params = { slug: 'acme' }

describe('the sample', () => {
  let project_id: string

  beforeAll(async () => {
    project_id = (await cast.ann.call('createSampleWorkspace', { params })).project_id
  })

  test('has work in every state, priority and label', async () => {
    const within = { ...params, project_id }
    const listing = await cast.ann.call('listWorkItems', { params: within, query: { per_page: '100' } })
    const items = Array.isArray(listing.results) ? listing.results : []
    expect(items.length).toBeGreaterThanOrEqual(60)
    expect(new Set(items.map((item) => item.priority)).size).toBe(5)
    expect(new Set(items.map((item) => item.state__group)).size).toBe(5)
    const labels = await cast.ann.call('listLabels', { params: within })
    expect(new Set(items.flatMap((item) => item.label_ids))).toEqual(new Set(labels.map((label) => label.id)))
    expect(items.some((item) => item.assignee_ids.includes(cast.ann.id))).toBe(true)
    expect(new Set(items.map((item) => item.name)).size).toBe(items.length)
    for (const item of items) {
      expect(item.completed_at !== null).toBe(item.state__group === 'completed')
      expect(
        item.start_date === null || item.target_date === null || item.start_date <= item.target_date,
      ).toBe(true)
      expect(item.sub_issues_count).toBe(items.filter((other) => other.parent_id === item.id).length)
      expect(Date.parse(item.created_at)).toBeLessThanOrEqual(Date.now())
    }
  })

  test('the next work item has the next number', async () => {
    const item = await cast.ann.call('createWorkItem', {
      params: { ...params, project_id },
      body: { name: 'My own' },
    })
    const [row] = await runSql<{ count: string }>(
      server.databaseUrl,
      'select count(*) from work_items where project_id = $1',
      [project_id],
    )
    expect(item.sequence_id).toBe(Number(row?.count))
  })

  test('its people are bots that nobody signs in as', async () => {
    const people = await runSql(server.databaseUrl, 'select * from users where is_bot')
    expect(people.length).toBeGreaterThanOrEqual(6)
    for (const person of people)
      expect(person).toMatchObject({ password_hash: null, email: expect.stringMatching(/\.invalid$/) })
    expect(await cast.ann.call('getWorkspace', { params })).toMatchObject({ total_members: 3 })
    expect(await cast.ann.call('listProjectMembers', { params: { ...params, project_id } })).toMatchObject([
      { member: cast.ann.id },
    ])
    const all = await cast.ann.call('listProjectMemberships', { params })
    expect(all[project_id]).toHaveLength(people.length + 1)
  })

  test('everything in it was heard, people first', async () => {
    const changes = await runSql<{ entity: string; op: string }>(
      server.databaseUrl,
      'select entity, op from changes where workspace_id = $1 order by version',
      [cast.workspace_id],
    )
    const count = (entity: string) =>
      changes.filter((change) => change.entity === entity && change.op === 'create').length
    expect(count('work_items')).toBeGreaterThanOrEqual(60)
    expect([count('projects'), count('pages'), count('states'), count('labels')]).toEqual([1, 2, 6, 8])
    expect(count('users')).toBeGreaterThanOrEqual(6)
  })

  test('a second call makes nothing', async () => {
    const before = await runSql(server.databaseUrl, 'select count(*) from changes')
    const together = await Promise.all([
      cast.ann.call('createSampleWorkspace', { params }),
      cast.ann.call('createSampleWorkspace', { params }),
    ])
    expect(together).toEqual([{ project_id }, { project_id }])
    expect(await runSql(server.databaseUrl, 'select count(*) from changes')).toEqual(before)
  })

  test('only an admin may have it', async () => {
    expect(await cast.max.refused('createSampleWorkspace', { params })).toMatchObject({ status: 403 })
    expect(await cast.gus.refused('createSampleWorkspace', { params })).toMatchObject({ status: 403 })
    expect(await cast.eve.refused('createSampleWorkspace', { params })).toMatchObject({ status: 404 })
  })

  test('its pages have text that documents begin with', async () => {
    const pages = await runSql(
      server.databaseUrl,
      'select * from pages where workspace_id = $1 order by name',
      [cast.workspace_id],
    )
    expect(pages.map((page) => page['name'])).toEqual(['Harbor at a glance', 'Pilot checklist'])
    for (const page of pages) expect(String(page['description_stripped']).length).toBeGreaterThan(500)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { activities } from '#api/work/activities/reader.ts'
import { type Atlas, makeAtlas } from '../../support/atlas.ts'
import { until } from '../../support/document-clients.ts'
import { readBy } from '../../support/read-by.ts'
import { askReference, expectFields } from '../../support/reference-client.ts'

// Makes the calls that a client of the product whose API Tandem implements makes when somebody opens and
// edits items.
let atlas: Atlas
let within: string

beforeAll(async () => {
  atlas = await makeAtlas({}, undefined, [activities])
  within = `/api/workspaces/acme/projects/${atlas.params.project_id}`
  await ask('PATCH', `${within}/`, { inbox_view: true })
})
afterAll(() => atlas.close())

const ask = (method: string, path: string, body?: unknown, who = atlas.cast.ann) =>
  askReference(atlas.server, who, method, path, body)

async function fieldsOfHistory(id: string): Promise<unknown[]> {
  await readBy(atlas, 'activities')
  const rows = await ask('GET', `${within}/issues/${id}/history?activity_type=issue-property`)
  return Object.values(rows).map((row) => Object(row).field)
}

test('a converted description writes no activity', async () => {
  const item = await atlas.make('Old', { description_html: '<p>Text</p>' })
  const before = await ask('GET', `${within}/issues/${item.id}`)
  const path = `${within}/issues/${item.id}/`
  await ask('PATCH', path, { description_html: '<p>Text </p><p></p>', skip_activity: 'true' })
  const after = await ask('GET', `${within}/issues/${item.id}`)
  expect(after['description_html']).not.toBe(before['description_html'])
  expect(after['updated_at']).toBe(before['updated_at'])
  expect(await fieldsOfHistory(item.id)).toEqual([null])
  await ask('PATCH', path, { description_html: '<p>Edited</p>', skip_activity: 'false' })
  expect(await fieldsOfHistory(item.id)).toEqual([null, 'description'])
  await ask('PATCH', path, { skip_activity: 1, priority: 'low' })
  expect(await fieldsOfHistory(item.id)).toEqual([null, 'description', 'priority'])
})

test('a converted description of an intake item writes no activity', async () => {
  const issue = { name: 'Asked', description_html: '<p>Text</p>' }
  const { id } = await ask('POST', `${within}/inbox-issues/`, { source: 'IN_APP', issue })
  const path = `${within}/inbox-issues/${id}/`
  const converted = { description_html: '<p>Text </p><p></p>', skip_activity: 'true' }
  await ask('PATCH', path, { issue: converted })
  const shown = Object(await ask('GET', `${within}/inbox-issues/${id}`)).issue
  expect(shown.description_html).toContain('<p></p>')
  expect(await fieldsOfHistory(id)).toEqual([null])
  await ask('PATCH', path, { issue: { description_html: '<p>Edited</p>' } })
  expect(await fieldsOfHistory(id)).toEqual([null, 'description'])
})

test('the list of exports shows who made each file and where it is', async () => {
  const body = { provider: 'csv', project: [atlas.params.project_id], multiple: false }
  await ask('POST', '/api/workspaces/acme/export-issues/', body)
  const list = `${atlas.server.url}/api/workspaces/acme/export-issues/?per_page=10&cursor=10:0:0`
  const headers = { cookie: atlas.cast.ann.cookie }
  let row: Record<string, unknown> = {}
  await until(async () => {
    const { results } = Object(await (await fetch(list, { headers })).json())
    row = results[0]
    return row['status'] === 'completed'
  })
  expectFields(row, 'id provider status url token created_at updated_at created_by updated_by')
  expect(row).toMatchObject({
    initiated_by: atlas.cast.ann.id,
    initiated_by_detail: { id: atlas.cast.ann.id, display_name: 'ann', avatar_url: null },
    project: [atlas.params.project_id],
    created_by: atlas.cast.ann.id,
  })
  expect((await fetch(String(row['url']), { headers })).status).toBe(200)
})

test('project statistics skip names that do not exist', async () => {
  const all = ['total_issues', 'completed_issues', 'total_members', 'total_cycles', 'total_modules']
  const namesFor = async (fields: string) => {
    const [row] = Object.values(await ask('GET', `/api/workspaces/acme/project-stats?fields=${fields}`))
    return Object.keys(Object(row)).filter((name) => name !== 'id')
  }
  expect(await namesFor('total_issues,total_epics')).toEqual(['total_issues'])
  expect((await namesFor('total_epics')).sort()).toEqual(all.sort())
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { callPlaneApi, expectRowToHaveFields } from '../../support/plane-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

// These tests make the calls that a client of Plane makes when somebody opens and edits items.
let atlas: ProjectTestServer
let within: string

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  within = `/api/workspaces/acme/projects/${atlas.params.project_id}`
  await ask('PATCH', `${within}/`, { inbox_view: true })
})
afterAll(() => atlas.close())

const ask = (method: string, path: string, body?: unknown, who = atlas.cast.ann) =>
  callPlaneApi(atlas.server, who, method, path, body)

async function fieldsOfHistory(id: string): Promise<unknown[]> {
  await waitForIdleFeedReader('activities', atlas)
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
  await pollUntilTrue(async () => {
    const { results } = Object(await (await fetch(list, { headers })).json())
    row = results[0]
    return row['status'] === 'completed'
  })
  expectRowToHaveFields(row, 'id provider status url token created_at updated_at created_by updated_by')
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

test('both paths give the versions of a description', async () => {
  const item = await atlas.make('Versions', { description_html: '<p>First</p>' })
  const path = `${within}/work-items/${item.id}/description-versions`
  const list = await ask('GET', path)
  expect(list).toEqual(await ask('GET', `${within}/issues/${item.id}/description-versions`))
  const [version] = list['results'] as { id: string }[]
  const whole = await ask('GET', `${path}/${version?.id}?fields=id,description_html`)
  expect(whole).toMatchObject({ id: version?.id, description_html: '<p>First</p>' })
})

test('the triage state of a project is readable', async () => {
  const state = await ask('GET', `${within}/intake-state`)
  expectRowToHaveFields(
    state,
    'id name color group default description sequence order project_id workspace_id',
  )
  expect(state).toMatchObject({ group: 'triage', project_id: atlas.params.project_id })
  const listed = Object.values(await ask('GET', `${within}/states`))
  expect(listed.map((one) => Object(one).id)).not.toContain(state.id)
})

test('the list of pages contains archived pages', async () => {
  const { id } = await ask('POST', `${within}/pages/`, { name: 'Old plan' })
  await ask('POST', `${within}/pages/${id}/archive/`)
  const pages = Object.values(await ask('GET', `${within}/pages`)).map(Object)
  expect(pages).toContainEqual(expect.objectContaining({ id, archived_at: expect.any(String) }))
})

test('items are sorted by their estimate', async () => {
  const estimate_points = ['1', '2', '3'].map((value, at) => ({ key: at + 1, value }))
  const estimate = { name: 'Points', type: 'points' }
  const made = await ask('POST', `${within}/estimates/`, { estimate, estimate_points })
  await ask('PATCH', `${within}/`, { estimate: made.id })
  const points = made['points'] as { id: string; value: string }[]
  const label = await ask('POST', `${within}/issue-labels/`, { name: 'Sorted', color: '#FF6900' })
  for (const at of [1, 2, 0]) {
    const body = { name: points[at]?.value, estimate_point: points[at]?.id, label_ids: [label.id] }
    await ask('POST', `${within}/issues/`, body)
  }
  const sorted = async (order: string) => {
    const { results } = await ask('GET', `${within}/issues?labels=${label.id}&order_by=${order}`)
    return Object.values(Object(results)).map((item) => Object(item).name)
  }
  expect(await sorted('estimate_point')).toEqual(['1', '2', '3'])
  expect(await sorted('-estimate_point')).toEqual(['3', '2', '1'])
})

test('a draft keeps its cycle, modules and type until it is published', async () => {
  await ask('PATCH', `${within}/`, { cycle_view: true, module_view: true })
  const cycle = await ask('POST', `${within}/cycles/`, { name: 'Sprint' })
  const module = await ask('POST', `${within}/modules/`, { name: 'Engine' })
  const drafts = '/api/workspaces/acme/draft-issues'
  const cycleAndModule = { cycle_id: cycle.id, module_ids: [module.id] }
  const project_id = atlas.params.project_id
  const draft = await ask('POST', `${drafts}/`, {
    name: 'Half',
    project_id,
    type_id: null,
    ...cycleAndModule,
  })
  expect(draft).toMatchObject({
    ...cycleAndModule,
    type_id: null,
    sort_order: 65_535,
    updated_by: atlas.cast.ann.id,
  })
  const { results } = await ask('GET', `${drafts}?per_page=50&cursor=50:0:0`)
  expect(results).toContainEqual(
    expect.objectContaining({ id: draft.id, ...cycleAndModule, sort_order: 65_535 }),
  )
  await ask('PATCH', `${drafts}/${draft.id}/`, { cycle_id: '', sort_order: 100 })
  const changed = { module_ids: [module.id], cycle_id: null, sort_order: 100 }
  expect(await ask('GET', `${drafts}/${draft.id}`)).toMatchObject(changed)
  const item = await ask('POST', `/api/workspaces/acme/draft-to-issue/${draft.id}/`, { name: 'Whole' })
  expect(item).toMatchObject({ name: 'Whole', module_ids: [module.id], cycle_id: null })
})

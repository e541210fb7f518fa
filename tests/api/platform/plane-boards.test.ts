import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlaneApi, expectRowToHaveFields } from '../../support/plane-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

// These tests read the public board like the client of Plane, without an account.
let atlas: ProjectTestServer
let within: string
let board: string
let cycle: string
let module: string

beforeAll(async () => {
  atlas = await startProjectTestServer()
  const { ann, max } = atlas.cast
  within = `/api/workspaces/acme/projects/${atlas.params.project_id}`
  await ask('PATCH', `${within}/`, { cycle_view: true, module_view: true })
  cycle = (await ask('POST', `${within}/cycles/`, { name: 'Sprint' })).id
  await ask('POST', `${within}/cycles/`, { name: 'Nobody’s sprint' })
  module = (await ask('POST', `${within}/modules/`, { name: 'Engine' })).id
  await ask('POST', `${within}/modules/`, { name: 'Secret module' })
  const cycleAndModule = { cycle_id: cycle, module_ids: [module] }
  const first = await atlas.make('First', { ...cycleAndModule, assignee_ids: [max.id], priority: 'high' })
  await atlas.make('Second', { parent_id: first.id, priority: 'low' }, ann)
  const hidden = await atlas.make('Archived', { assignee_ids: [ann.id], state_id: atlas.states['completed'] })
  await ask('POST', `${within}/issues/${hidden.id}/archive/`)
})
afterAll(() => atlas.close())

const ask = (method: string, path: string, body?: unknown) =>
  callPlaneApi(atlas.server, atlas.cast.ann, method, path, body)
const read = (path: string) => callPlaneApi(atlas.server, { cookie: '' }, 'GET', `${board}${path}`)
const rowsOf = (answer: unknown) => Object.values(Object(answer)) as Record<string, unknown>[]

test('all layouts of a board are stored', async () => {
  const views = { list: true, kanban: true, calendar: true, gantt: false, spreadsheet: true }
  const switches = { is_comments_enabled: true, is_reactions_enabled: true, is_votes_enabled: true }
  const boards = `${within}/project-deploy-boards`
  const made = await ask('POST', `${boards}/`, { ...switches, views })
  board = `/api/public/anchor/${made['anchor']}/`
  expect(made).toMatchObject({ view_props: views, project: atlas.params.project_id })
  const changed = { ...views, gantt: true, calendar: false }
  await ask('PATCH', `${boards}/${made.id}/`, { view_props: changed })
  expect(await ask('GET', boards)).toMatchObject({ view_props: changed, views: changed })
  const settings = await read('settings')
  expectRowToHaveFields(
    settings,
    'id anchor view_props project workspace project_details workspace_detail inbox',
  )
  expect(settings).toMatchObject({
    view_props: changed,
    project_details: { name: 'Atlas', identifier: 'ATL' },
    workspace_detail: { slug: 'acme' },
  })
  expect(await read('meta')).toMatchObject({ name: 'Atlas', description: '', cover_image: null })
})

test('lists contain only what published items use', async () => {
  expect(rowsOf(await read('states')).map(({ group }) => group)).not.toContain('triage')
  expect(rowsOf(await read('labels')).length).toBeGreaterThan(0)
  expect(rowsOf(await read('cycles'))).toEqual([{ id: cycle, name: 'Sprint' }])
  expect(rowsOf(await read('modules'))).toEqual([{ id: module, name: 'Engine' }])
  const { max } = atlas.cast
  expect(rowsOf(await read('members'))).toEqual([
    {
      id: max.id,
      member: max.id,
      member__display_name: 'max',
      member__avatar: null,
      project: atlas.params.project_id,
      workspace: atlas.cast.workspace_id,
    },
  ])
})

test('items come in groups with their relations', async () => {
  const byState = await read('issues?group_by=state_id&sub_group_by=priority&order_by=-priority&per_page=50')
  expectRowToHaveFields(byState, 'grouped_by sub_grouped_by total_count next_cursor extra_stats results')
  expect(byState).toMatchObject({ grouped_by: 'state_id', sub_grouped_by: 'priority', total_count: 2 })
  const lanes = Object(byState['results'])[String(atlas.states['backlog'])].results
  const [first] = lanes.high.results
  expect(first).toMatchObject({
    name: 'First',
    cycle_id: cycle,
    module_ids: [module],
    assignee_ids: [atlas.cast.max.id],
    created_by: null,
    vote_items: [],
    reaction_items: [],
  })
  expect(lanes.low.results).toMatchObject([{ name: 'Second', parent_id: first.id }])
  const byCycle = await read('issues?group_by=cycle_id')
  expect(Object.keys(Object(byCycle['results'])).sort()).toEqual(['None', cycle].sort())
  const filtered = await read(`issues?priority=low&order_by=-created_at`)
  expect(filtered['results']).toMatchObject([{ name: 'Second' }])
  const text = JSON.stringify([byState, byCycle, await read('settings'), await read('members')])
  expect(text).not.toContain('@')
  expect(text).not.toContain(atlas.cast.ann.id)
})

test('votes and reactions are rows that name only the caller', async () => {
  const { results } = await read('issues?order_by=created_at')
  const [item] = results as { id: string }[]
  const { ann, max } = atlas.cast
  const path = `${board}issues/${item?.id}`
  const voted = await callPlaneApi(atlas.server, max, 'POST', `${path}/votes/`, { vote: 1 })
  expect(voted).toMatchObject({ vote: 1, issue: item?.id, actor: max.id, up: 1, down: 0, own: 1 })
  await callPlaneApi(atlas.server, ann, 'POST', `${path}/votes/`, { vote: -1 })
  const reacted = await callPlaneApi(atlas.server, max, 'POST', `${path}/reactions/`, {
    reaction: '128077',
  })
  expect(reacted).toMatchObject({
    reaction: '128077',
    issue: item?.id,
    actor: max.id,
    count: 1,
    is_own: true,
  })
  const votes = await read(`issues/${item?.id}/votes`)
  expect(votes).toMatchObject([
    { id: voted.id, vote: 1, actor: null },
    { vote: -1, actor: null },
  ])
  expectRowToHaveFields(rowsOf(votes)[0], 'id issue project workspace vote actor actor_detail actor_details')
  const reactions = await callPlaneApi(atlas.server, max, 'GET', `${path}/reactions`)
  expect(reactions).toMatchObject([{ id: reacted.id, reaction: '128077', actor: max.id }])
  const seen = await callPlaneApi(atlas.server, max, 'GET', path)
  expect(seen['vote_items']).toEqual([
    { vote: 1, actor_details: { id: max.id, display_name: '' } },
    { vote: -1, actor_details: { id: null, display_name: '' } },
  ])
  expect(seen['reaction_items']).toMatchObject([{ reaction: '128077', actor_details: { id: max.id } }])
  expect(JSON.stringify(await read(`issues/${item?.id}`))).not.toContain(ann.id)
})

test('only public properties arrange a board', async () => {
  const refused = async (query: string) => (await fetch(`${atlas.server.url}${board}issues/?${query}`)).status
  expect(await refused('group_by=created_by')).toBe(400)
  expect(await refused('order_by=assignees__first_name')).toBe(400)
  expect(await refused('subscriber=None')).toBe(400)
  expect(await refused('group_by=state_id&sub_group_by=state_id')).toBe(400)
  expect(await refused('target_date=never;after')).toBe(400)
})

test('the items of a published view come in groups of what it shows', async () => {
  const { max } = atlas.cast
  const urgent = await ask('POST', `${within}/issue-labels/`, { name: 'Urgent', color: '#FF6900' })
  const quiet = await ask('POST', `${within}/issue-labels/`, { name: 'Quiet', color: '#FF6901' })
  const shown = { priority: 'urgent', label_ids: [urgent.id], cycle_id: cycle, assignee_ids: [max.id] }
  await atlas.make('Shown', shown)
  await atlas.make('Left out', { priority: 'low', label_ids: [quiet.id] })
  const view = await ask('POST', `${within}/views/`, {
    name: 'Now',
    rich_filters: { priority__in: ['urgent'] },
    display_filters: { order_by: 'issue_cycle__cycle__name' },
  })
  const { anchor } = await ask('POST', `${within}/views/${view.id}/publish/`, {})
  const path = `/api/public/anchor/${anchor}/issues`
  const readView = (query: string) => callPlaneApi(atlas.server, { cookie: '' }, 'GET', `${path}?${query}`)
  const grouped = await readView('group_by=labels__id&sub_group_by=state_id')
  expect(grouped).toMatchObject({ grouped_by: 'labels__id', sub_grouped_by: 'state_id', total_count: 1 })
  expect(Object.keys(Object(grouped['results']))).toEqual([urgent.id])
  const lanes = Object(grouped['results'])[urgent.id].results
  expect(lanes).toMatchObject({
    [String(atlas.states['backlog'])]: {
      results: [{ name: 'Shown', cycle_id: null, assignee_ids: [], module_ids: [] }],
    },
  })
  expect(Object.keys(lanes)).toEqual([atlas.states['backlog']])
  expect((await readView('priority=low&group_by=priority'))['total_count']).toBe(0)
  const text = JSON.stringify([grouped, await readView('group_by=priority&per_page=1')])
  for (const hidden of [cycle, max.id, quiet.id, 'Sprint']) expect(text).not.toContain(hidden)
  const refused = async (query: string) => (await fetch(`${atlas.server.url}${path}/?${query}`)).status
  for (const query of [
    'group_by=assignees__id',
    'group_by=priority&sub_group_by=cycle_id',
    `cycle=${cycle}`,
    `assignees=${max.id}`,
    `group_by=state_id&module=${module}`,
  ])
    expect({ query, status: await refused(query) }).toEqual({ query, status: 400 })
})

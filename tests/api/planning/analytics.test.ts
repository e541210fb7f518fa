import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chart, ChartQuery } from '#common/planning/analytics/schema.ts'
import { runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let workspace: { slug: string }
let params: ProjectPathParams
let secret: ProjectPathParams

beforeAll(async () => {
  atlas = await startProjectTestServer()
  params = atlas.params
  workspace = { slug: params.slug }
  secret = await atlas.makeProject('Secret', 'SEC')
  const { max } = atlas.cast
  const { ann } = atlas.cast
  const { states } = atlas
  const bug = await ann.call('createLabel', { params, body: { name: 'Crash', color: '#ff0000' } })
  const ui = await ann.call('createLabel', { params, body: { name: 'Screen', color: '#00ff00' } })
  const labels = { bug: bug.id, ui: ui.id }
  const items = [
    await atlas.make('One', {
      priority: 'urgent',
      assignee_ids: [max.id],
      label_ids: [labels.bug, labels.ui],
    }),
    await atlas.make('Two', { priority: 'urgent', state_id: states['started'], label_ids: [labels.bug] }),
    await atlas.make('Three', { state_id: states['completed'], assignee_ids: [max.id] }),
    await atlas.make('Four', { state_id: states['cancelled'] }),
  ]
  await atlas.make('Hidden', { priority: 'high' }, ann, secret)
  const [one, two, three] = items.map(({ id }) => id)
  await runSql(
    atlas.server.databaseUrl,
    `update work_items set created_at = '2026-01-10T12:00:00Z' where id in ('${one}', '${two}', '${three}')`,
  )
  await runSql(
    atlas.server.databaseUrl,
    `update work_items set completed_at = '2026-01-12T12:00:00Z' where id = '${three}'`,
  )
})
afterAll(() => atlas.close())

const january = { date_filter: 'custom', start_date: '2026-01-01', end_date: '2026-01-31' } as const

/** Returns for each data point of the chart its name, its value and the values of its series. */
function readable(chart: unknown): Record<string, unknown>[] {
  return (chart as Chart).data.map(({ key: _, ...point }) => point)
}

describe('the totals', () => {
  test('count people by role, and what the caller can access', async () => {
    const { ann, max } = atlas.cast
    const whole = await ann.call('getWorkspaceTotals', { params: workspace, query: {} })
    expect(whole).toMatchObject({ total_projects: { count: 2 }, total_work_items: { count: 5 } })
    const members = await max.call('getWorkspaceTotals', { params: workspace, query: {} })
    expect(members).toMatchObject({ total_projects: { count: 1 }, total_work_items: { count: 4 } })
    // A service account is no person.
    await ann.call('createServiceAccount', {
      params: workspace,
      body: { display_name: 'Bot' },
    })
    expect(await ann.call('getWorkspaceTotals', { params: workspace, query: {} })).toMatchObject({
      total_users: 'total_users' in whole ? whole.total_users : null,
    })
    const inProject = await max.call('getProjectTotals', { params, query: {} })
    expect(inProject).toMatchObject({
      total_users: { count: 3 },
      total_admins: { count: 1 },
      total_members: { count: 1 },
      total_guests: { count: 1 },
    })
  })

  test('count work items by the group of their state, within a range of days', async () => {
    const { max } = atlas.cast
    expect(await max.call('getProjectTotals', { params, query: { tab: 'work-items' } })).toEqual({
      total_work_items: { count: 4 },
      backlog_work_items: { count: 1 },
      un_started_work_items: { count: 0 },
      started_work_items: { count: 1 },
      completed_work_items: { count: 1 },
    })
    const sent = { tab: 'work-items', ...january } as const
    expect(await max.call('getProjectTotals', { params, query: sent })).toMatchObject({
      total_work_items: { count: 3 },
    })
  })

  test('ignore projects that the caller cannot access', async () => {
    const { max } = atlas.cast
    const query = { project_ids: `${secret.project_id},${params.project_id}` }
    expect(await max.call('getWorkspaceTotals', { params: workspace, query })).toMatchObject({
      total_projects: { count: 1 },
      total_work_items: { count: 4 },
    })
  })
})

describe('the table', () => {
  test('has a row for each project that the caller can access', async () => {
    const { max } = atlas.cast
    expect(await max.call('listWorkspaceStats', { params: workspace, query: {} })).toEqual([
      {
        project_id: params.project_id,
        project__name: 'Atlas',
        backlog_work_items: 1,
        un_started_work_items: 0,
        started_work_items: 1,
        completed_work_items: 1,
        cancelled_work_items: 1,
      },
    ])
  })

  test('of a project has a row for each assignee, and one for unassigned work items', async () => {
    const { max } = atlas.cast
    const rows = await max.call('listProjectAssigneeStats', { params, query: {} })
    expect(rows).toMatchObject([
      { assignee_id: max.id, backlog_work_items: 1, completed_work_items: 1, started_work_items: 0 },
      { assignee_id: null, display_name: null, started_work_items: 1, cancelled_work_items: 1 },
    ])
  })
})

describe('a chart', () => {
  const chart = (sent: object, who = atlas.cast.max) =>
    who.call('getProjectChart', { params, query: { type: 'custom-work-items', ...sent } })

  test('shows every priority in its order', async () => {
    expect(readable(await chart({}))).toEqual([
      { name: 'urgent', count: 2 },
      { name: 'high', count: 0 },
      { name: 'medium', count: 0 },
      { name: 'low', count: 0 },
      { name: 'none', count: 2 },
    ])
  })

  test('counts a work item once for each of its labels', async () => {
    expect(readable(await chart({ x_axis: 'LABELS' }))).toEqual([
      { name: 'Crash', count: 2 },
      { name: 'Screen', count: 1 },
      { name: 'None', count: 2 },
    ])
  })

  test('divides each point by a second axis and names the series', async () => {
    const { max } = atlas.cast
    const answer = (await chart({ x_axis: 'ASSIGNEES', group_by: 'STATE_GROUPS' })) as Chart
    expect(answer.schema).toEqual({
      ...{ backlog: 'backlog', started: 'started', completed: 'completed', cancelled: 'cancelled' },
    })
    // The series are in the order of the workflow, from backlog to cancelled.
    expect(Object.keys(answer.schema)).toEqual(['backlog', 'started', 'completed', 'cancelled'])
    expect(answer.data).toEqual([
      { key: max.id, name: expect.any(String), count: 2, backlog: 1, started: 0, completed: 1, cancelled: 0 },
      { key: 'None', name: 'None', count: 2, backlog: 0, started: 1, completed: 0, cancelled: 1 },
    ])
  })

  test('names the project of values that have the same name', async () => {
    const query = { type: 'custom-work-items', x_axis: 'STATES' } as const
    const inAll = await atlas.cast.ann.call('getWorkspaceChart', { params: workspace, query })
    const names = readable(inAll).map(({ name }) => name)
    // The states are sorted in the order of a workflow, so the backlog states of both projects come first.
    expect(names.slice(0, 2).toSorted()).toEqual(['ATL · Backlog', 'SEC · Backlog'])
    expect(new Set(names).size).toBe(names.length)
    const inOne = readable(await chart({ x_axis: 'STATES' })).map(({ name }) => name)
    expect(inOne).toContain('Backlog')
  })

  test('narrows by filters as lists do', async () => {
    const filters = JSON.stringify({ priority__in: 'urgent' })
    expect(readable(await chart({ x_axis: 'STATE_GROUPS', filters }))).toMatchObject([
      { name: 'backlog', count: 1 },
      { name: 'unstarted', count: 0 },
      { name: 'started', count: 1 },
      { name: 'completed', count: 0 },
      { name: 'cancelled', count: 0 },
    ])
  })

  test('of dates has no gaps between its periods', async () => {
    const answer = await chart({ x_axis: 'CREATED_AT', granularity: 'week', ...january })
    expect(readable(answer)).toEqual([{ name: '2026-01-04', count: 3 }])
    const days = await chart({ type: 'work-items', ...january })
    const points = readable(days).filter(({ count }) => count !== 0)
    expect(readable(days)).toHaveLength(31)
    expect(points).toEqual([
      { name: '2026-01-10', count: 3, created_issues: 3, completed_issues: 0 },
      { name: '2026-01-12', count: 1, created_issues: 0, completed_issues: 1 },
    ])
  })

  test('adds up estimates where they are asked for', async () => {
    await runSql(
      atlas.server.databaseUrl,
      `update work_items set estimate_value = 2.5 where name in ('One', 'Two')`,
    )
    const answer = readable(await chart({ y_axis: 'ESTIMATE_POINT_COUNT' }))
    expect(answer[0]).toEqual({ name: 'urgent', count: 5 })
  })

  test('shows a guest only what the guest created', async () => {
    const own = await atlas.make('Mine', { priority: 'low' })
    await atlas.give(own, atlas.cast.gus)
    const points = readable(await chart({}, atlas.cast.gus))
    expect(points.filter(({ count }) => count !== 0)).toEqual([{ name: 'low', count: 1 }])
    await runSql(atlas.server.databaseUrl, `delete from work_items where id = '${own.id}'`)
  })

  test('of entities counts what the projects have', async () => {
    const answer = await atlas.cast.max.call('getWorkspaceChart', {
      params: workspace,
      query: { type: 'projects' },
    })
    expect(answer).toMatchObject([
      { key: 'work_items', count: 4 },
      { key: 'cycles', count: 0 },
      { key: 'modules', count: 0 },
      { key: 'intake', count: 0 },
      { key: 'members', count: 3 },
      { key: 'pages' },
      { key: 'views' },
    ])
  })

  test('of entities does not count pages that a restricted guest cannot open', async () => {
    const { ann, max } = atlas.cast
    const place = await atlas.makeProject('Guests', 'GUE')
    const pages = async () => {
      const query = { type: 'projects', project_ids: place.project_id } as const
      const answer = await max.call('getWorkspaceChart', { params: workspace, query })
      return (answer as { key: string; count: number }[]).find(({ key }) => key === 'pages')?.count
    }
    const setRole = (role: 5 | 15) =>
      ann.call('addProjectMembers', { params: place, body: { members: [{ member_id: max.id, role }] } })
    await setRole(15)
    await ann.call('createPage', { params: place, body: { name: 'By Ann', access: 0 } })
    await max.call('createPage', { params: place, body: { name: 'By Max', access: 0 } })
    expect(await pages()).toBe(2)
    await runSql(
      atlas.server.databaseUrl,
      `update project_members set role = 5 where project_id = '${place.project_id}' and member_id = '${max.id}'`,
    )
    expect(await pages()).toBe(1)
  })
})

describe('what is sent wrong', () => {
  test('is refused with the same message as in Plane', async () => {
    const { max } = atlas.cast
    const wrong = { params, query: { tab: 'none', type: 'none' } as never }
    const refused = (field: string, message: string) => ({ status: 400, fields: { [field]: [message] } })
    expect(await max.refused('getProjectTotals', wrong)).toMatchObject(refused('tab', 'Invalid tab'))
    expect(await max.refused('getProjectChart', wrong)).toMatchObject(refused('type', 'Invalid type'))
    expect(await max.refused('listProjectAssigneeStats', wrong)).toMatchObject(
      refused('type', 'Invalid type'),
    )
  })

  test('is refused if the chart would have too many periods', async () => {
    const sent = {
      type: 'work-items',
      date_filter: 'custom',
      start_date: '1000-01-01',
      end_date: '2999-12-31',
    } as const
    for (const granularity of [undefined, 'day'] as const) {
      const query = granularity === undefined ? sent : { ...sent, granularity }
      const refused = await atlas.cast.max.refused('getProjectChart', { params, query })
      expect(refused).toMatchObject({ status: 400, fields: { granularity: [expect.any(String)] } })
    }
  })

  test('names the missing day of a custom range', async () => {
    const sent = { type: 'work-items', date_filter: 'custom', start_date: '2026-01-01' } as const
    const refused = await atlas.cast.max.refused('getProjectChart', { params, query: sent })
    expect(refused).toMatchObject({
      status: 400,
      fields: { end_date: ['A custom date filter needs an end date.'] },
    })
  })
})

test('guests of the workspace cannot read its analytics', async () => {
  const refused = await atlas.cast.gus.refused('getWorkspaceTotals', { params: workspace, query: {} })
  expect(refused).toMatchObject({ status: 403 })
})

describe('the history of work items', () => {
  const history = (type: ChartQuery['type'], query: object = {}) =>
    atlas.cast.max.call('getProjectChart', { params: historyProject, query: { ...week, type, ...query } })
  const week = { date_filter: 'custom', start_date: '2026-03-01', end_date: '2026-03-05' } as const
  let historyProject: ProjectPathParams

  beforeAll(async () => {
    const { ann, max } = atlas.cast
    historyProject = await atlas.makeProject('History', 'HIS')
    await ann.call('addProjectMembers', {
      params: historyProject,
      body: { members: [{ member_id: max.id, role: 15 }] },
    })
    const states = Object.values(await ann.call('listStates', { params: historyProject })).flat()
    const idOf = (group: string) => states.find((state) => state.group === group)?.id ?? ''
    const moves = [
      ['First', '2026-02-01', ['backlog', 'started', '2026-02-27'], ['started', 'completed', '2026-03-02']],
      ['Second', '2026-03-02', ['unstarted', 'started', '2026-03-04']],
    ] as const
    for (const [name, created, ...steps] of moves) {
      const last = steps.at(-1)?.[1] ?? ''
      const { id } = await atlas.make(name, { state_id: idOf(last) }, ann, historyProject)
      await runSql(
        atlas.server.databaseUrl,
        `update work_items set created_at = '${created}T12:00:00Z', completed_at = ${last === 'completed' ? `'${steps.at(-1)?.[2]}T12:00:00Z'` : 'null'}
         where id = '${id}'`,
      )
      for (const [before, after, day] of steps)
        await runSql(
          atlas.server.databaseUrl,
          `insert into work_item_activities (id, workspace_id, issue_id, verb, field, old_identifier, new_identifier, created_at)
           select gen_random_uuid(), workspace_id, id, 'updated', 'state', '${idOf(before)}', '${idOf(after)}', '${day}T12:00:00Z'
           from work_items where id = '${id}'`,
        )
    }
  })

  test('counts the state groups at the end of each day', async () => {
    const chart = (await history('cumulative-flow')) as Chart
    const counted = chart.data.map(({ completed, started, unstarted, backlog }) => [
      completed,
      started,
      unstarted,
      backlog,
    ])
    expect(counted).toEqual([
      [0, 1, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 1, 0],
      [1, 1, 0, 0],
      [1, 1, 0, 0],
    ])
    expect(chart.data.map(({ key }) => key)).toContain('2026-03-03')
  })

  test('counts the open work items of a burndown, and draws the ideal line to zero', async () => {
    const { data } = (await history('burndown')) as Chart
    expect(data.map(({ remaining, ideal }) => [remaining, ideal])).toEqual([
      [1, 1],
      [1, 0.75],
      [1, 0.5],
      [1, 0.25],
      [1, 0],
    ])
  })

  test('leaves the future of a burndown open', async () => {
    const sent = { start_date: '2998-01-01', end_date: '2998-01-03' }
    const { data } = (await history('burndown', sent)) as Chart
    expect(data).toHaveLength(3)
    for (const point of data) expect(point).not.toHaveProperty('remaining')
  })

  test('measures the days from the first start to the completion', async () => {
    const { data } = (await history('cycle-time')) as Chart
    expect(data.find(({ key }) => key === '2026-03-02')).toMatchObject({ median: 3, slow: 3 })
    // On a day without completed items, the count is 0 and `median` and `slow` are missing, so the line of the chart
    // has a gap.
    expect(data.find(({ key }) => key === '2026-03-03')).toEqual({
      ...{ key: '2026-03-03', name: '2026-03-03', count: 0 },
    })
  })
})

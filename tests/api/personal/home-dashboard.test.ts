import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { homeWidgetKeys } from '#common/personal/home-dashboard/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let params: { slug: string }

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  params = { slug: atlas.params.slug }
})
afterAll(() => atlas.close())

const home = (who = atlas.cast.max) => who.call('findHomeDashboard', { params })
const figures = async (widget_key: (typeof homeWidgetKeys)[number], query: object = {}) => {
  const { dashboard } = await home()
  return atlas.cast.max.call('getHomeWidgetFigures', {
    params: { ...params, home_dashboard_id: dashboard.id },
    query: { widget_key, ...query },
  })
}

describe('the home dashboard', () => {
  test('has eight widgets that show the last 30 days', async () => {
    const { dashboard, widgets } = await home()
    expect(dashboard).toMatchObject({ owned_by: atlas.cast.max.id, type_identifier: 'home' })
    expect(widgets.map(({ key }) => key)).toEqual(homeWidgetKeys)
    expect(new Set(widgets.map(({ widget_filters }) => widget_filters.duration))).toEqual(
      new Set(['last_30_days']),
    )
    const again = await atlas.cast.max.call('getHomeDashboard', {
      params: { home_dashboard_id: dashboard.id },
    })
    expect(again).toEqual({ dashboard, widgets })
  })

  test('of somebody else is not found', async () => {
    const { dashboard } = await home(atlas.cast.ann)
    const at = { home_dashboard_id: dashboard.id }
    const refusal = { status: 404, error: 'Dashboard not found' }
    expect(await atlas.cast.max.refused('getHomeDashboard', { params: at })).toMatchObject(refusal)
    expect(
      await atlas.cast.max.refused('getHomeWidgetFigures', { params: { ...params, ...at } }),
    ).toMatchObject(refusal)
  })

  test('keeps the filters of a widget, and refuses invalid ones', async () => {
    const { max } = atlas.cast
    const { dashboard, widgets } = await home()
    const created = widgets.find(({ key }) => key === 'created_issues')
    const at = { home_dashboard_id: dashboard.id, home_widget_id: created?.id ?? '' }
    const changed = await max.call('updateHomeWidget', {
      params: at,
      body: { filters: { duration: 'last_7_days', tab: 'overdue' } },
    })
    expect(changed.widget_filters).toEqual({ duration: 'last_7_days', tab: 'overdue', custom_dates: [] })
    expect((await home()).widgets).toContainEqual(changed)
    await atlas.changingNothing(async () => {
      const custom = { filters: { duration: 'custom' as const, custom_dates: ['2026-02-02'] } }
      expect(await max.refused('updateHomeWidget', { params: at, body: custom })).toMatchObject({
        status: 400,
      })
      const unknown = { ...at, home_widget_id: newId() }
      expect(await max.refused('updateHomeWidget', { params: unknown, body: {} })).toMatchObject({
        status: 404,
        error: 'Widget not found',
      })
    })
  })
})

describe('a widget', () => {
  test('counts and lists the work items of its user', async () => {
    const { max } = atlas.cast
    const before = await figures('overview_stats')
    const overdue = await max.call('createWorkItem', {
      params: atlas.params,
      body: { name: 'Late', assignee_ids: [max.id], priority: 'urgent', target_date: '2026-01-01' },
    })
    await max.call('createWorkItem', {
      params: atlas.params,
      body: { name: 'Later', assignee_ids: [max.id], target_date: '2999-01-01' },
    })
    const { created_issues_count = 0 } = before as { created_issues_count?: number }
    expect(await figures('overview_stats')).toMatchObject({ created_issues_count: created_issues_count + 2 })
    const late = await figures('assigned_issues', { issue_type: 'overdue' })
    expect(late).toMatchObject({ issues: [{ id: overdue.id }], count: 1 })
    expect(await figures('assigned_issues', { issue_type: 'upcoming' })).toMatchObject({ count: 1 })
    expect(await figures('created_issues', { issue_type: 'completed' })).toMatchObject({
      issues: [],
      count: 0,
    })
    expect(await figures('issues_by_priority')).toContainEqual({ priority: 'urgent', count: 1 })
  })

  test('limits work items by the day of their creation', async () => {
    await runSql(
      atlas.server.databaseUrl,
      `update work_items set created_at = now() - interval '40 days' where name = 'Late'`,
    )
    expect(await figures('assigned_issues', { issue_type: 'overdue' })).toMatchObject({ count: 0 })
    const all = await figures('assigned_issues', { issue_type: 'overdue', duration: 'none' })
    expect(all).toMatchObject({ count: 1 })
  })

  test('lists the state groups, projects and colleagues', async () => {
    const { max } = atlas.cast
    expect(await figures('issues_by_state_groups', { duration: 'none' })).not.toEqual([])
    await max.call('recordVisit', {
      params,
      body: { entity_name: 'project', entity_identifier: atlas.params.project_id },
    })
    expect(await figures('recent_projects')).toEqual([atlas.params.project_id])
    // The server writes activities after it has responded, so the test polls.
    await expect.poll(() => figures('recent_activity')).not.toEqual([])
    await max.call('createWorkItem', {
      params: atlas.params,
      body: { name: 'For Ann', assignee_ids: [atlas.cast.ann.id] },
    })
    expect(await figures('recent_collaborators')).toContainEqual({
      user_id: atlas.cast.ann.id,
      active_issue_count: 1,
    })
  })

  test('with an unknown key is refused', async () => {
    const { dashboard } = await home()
    const refused = await atlas.cast.max.refused('getHomeWidgetFigures', {
      params: { ...params, home_dashboard_id: dashboard.id },
      query: { widget_key: 'weather' } as never,
    })
    expect(refused).toMatchObject({ status: 400 })
    expect(JSON.stringify(refused)).toContain('Widget not found')
  })
})

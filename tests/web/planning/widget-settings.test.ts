import { expect, test } from 'vitest'
import { widgetKinds } from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { widgetDefaults } from '#common/planning/dashboards/widget-defaults.ts'
import { changesForWidgetKind, defaultDashboardWidgets } from '#web/planning/dashboards/first-widgets.ts'
import {
  chartQueryOfWidget,
  usedSettingsOfWidget,
  widgetItemsPath,
  widgetPointPath,
  widgetScopeParams,
} from '#web/planning/dashboards/widget-query.ts'

const widget = (fields: Partial<Widget>): Widget => ({ ...widgetDefaults, id: 'one', w: 4, h: 2, ...fields })

/** The settings that a kind of widget uses, by their names. */
function usedBy(fields: Partial<Widget>): string[] {
  return Object.entries(usedSettingsOfWidget(widget(fields))).flatMap(([name, isUsed]) =>
    isUsed ? name : [],
  )
}

test('each kind of widget offers only the settings that change its content', () => {
  expect(Object.fromEntries(widgetKinds.map((kind) => [kind, usedBy({ kind })]))).toEqual({
    number: ['measure', 'range', 'dateField'],
    trend: ['measure', 'range', 'dateField', 'granularity'],
    bars: ['axis', 'measure', 'range', 'dateField'],
    stacked_bars: ['axis', 'split', 'measure', 'range', 'dateField'],
    lines: ['axis', 'split', 'measure', 'range', 'dateField'],
    pie: ['axis', 'measure', 'range', 'dateField'],
    table: ['axis', 'split', 'measure', 'range', 'dateField'],
    created_completed: ['measure', 'range', 'granularity'],
    burndown: ['range', 'granularity'],
    cumulative_flow: ['range', 'granularity'],
    cycle_time: ['range', 'granularity'],
    load: ['measure', 'range', 'dateField'],
    overdue: [],
    recent_updates: [],
    text: [],
  })
})

test('a chart offers periods only for an axis of dates', () => {
  expect(usedBy({ kind: 'bars', x_axis: 'TARGET_DATE' })).toContain('granularity')
  expect(usedBy({ kind: 'table', group_by: 'CREATED_AT' })).toContain('granularity')
  // A bar chart has one axis. The widget may still have a second axis from an earlier kind of chart, which
  // has no effect.
  expect(usedBy({ kind: 'bars', group_by: 'CREATED_AT' })).not.toContain('granularity')
})

test('the range of a widget limits the date that the user chooses', () => {
  const completed = widget({ date_field: 'completed_at', date_filter: 'last_7_days', kind: 'trend' })
  const range = { completed_at__range: '2026-06-01,2026-06-08' }
  expect(widgetScopeParams(completed, '2026-06-08')).toEqual({
    filters: JSON.stringify(range),
    granularity: 'day',
  })
  expect(decodeURIComponent(widgetItemsPath(completed, '2026-06-08'))).toContain(JSON.stringify(range))
  expect(chartQueryOfWidget(completed)?.axis).toBe('COMPLETED_AT')
  expect(widgetScopeParams(widget({ date_filter: 'last_7_days' }), '2026-06-08')).toEqual({
    date_filter: 'last_7_days',
  })
  // In a burndown, the time range defines the days on the axis. The range therefore does not apply to a date of the
  // items, such as the completion date.
  expect(widgetScopeParams({ ...completed, kind: 'burndown' }, '2026-06-08')).toEqual({
    date_filter: 'last_7_days',
  })
})

test('a new dashboard counts the items that were completed in the last 30 days', () => {
  const [, done] = defaultDashboardWidgets()
  if (done === undefined) throw new Error('The second widget is missing.')
  expect(JSON.parse(widgetScopeParams(done, '2026-06-30').filters ?? '')).toEqual({
    and: [{ state_group__in: 'completed' }, { completed_at__range: '2026-05-31,2026-06-30' }],
  })
})

test('a segment of a bar opens only its own work items', () => {
  const stacked = widget({
    kind: 'stacked_bars',
    x_axis: 'ASSIGNEES',
    group_by: 'STATE_GROUPS',
    date_filter: null,
  })
  const pathOf = widgetPointPath(stacked, '2026-06-08')
  const filtersOf = (...point: [string, string?]) =>
    JSON.parse(decodeURIComponent(pathOf?.(...point).split('filters=')[1] ?? ''))
  expect(filtersOf('ann')).toEqual({ assignee_id__in: 'ann' })
  expect(filtersOf('ann', 'started')).toEqual({
    and: [{ assignee_id__in: 'ann' }, { state_group__in: 'started' }],
  })
})

test('a new kind of widget starts with settings that show something', () => {
  const first = widget({})
  expect(changesForWidgetKind('stacked_bars', first)).toEqual({ kind: 'stacked_bars', group_by: 'PRIORITY' })
  expect(changesForWidgetKind('lines', first)).toMatchObject({ x_axis: 'CREATED_AT', group_by: null })
  // A chart of the workload must not filter by creation date, because open work may have been created long ago.
  expect(changesForWidgetKind('load', first)).toEqual({ kind: 'load', date_filter: null })
  expect(changesForWidgetKind('stacked_bars', widget({ group_by: 'LABELS' }))).toEqual({
    kind: 'stacked_bars',
  })
})

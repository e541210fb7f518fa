import { expect, test } from 'vitest'
import { widgetKinds } from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { widgetDefaults } from '#common/planning/dashboards/widget-defaults.ts'
import { usedSettingsOfWidget } from '#web/planning/dashboards/widget-query.ts'

const widget = (fields: Partial<Widget>): Widget => ({ ...widgetDefaults, id: 'one', w: 4, h: 2, ...fields })

/** The settings that a kind of widget uses, by their names. */
function usedBy(fields: Partial<Widget>): string[] {
  return Object.entries(usedSettingsOfWidget(widget(fields))).flatMap(([name, isUsed]) =>
    isUsed ? name : [],
  )
}

test('each kind of widget offers only the settings that change its content', () => {
  expect(Object.fromEntries(widgetKinds.map((kind) => [kind, usedBy({ kind })]))).toEqual({
    number: ['measure', 'range'],
    trend: ['measure', 'range', 'granularity'],
    bars: ['axis', 'measure', 'range'],
    stacked_bars: ['axis', 'split', 'measure', 'range'],
    lines: ['axis', 'split', 'measure', 'range'],
    pie: ['axis', 'measure', 'range'],
    table: ['axis', 'split', 'measure', 'range'],
    created_completed: ['measure', 'range', 'granularity'],
    burndown: ['range', 'granularity'],
    cumulative_flow: ['range', 'granularity'],
    cycle_time: ['range', 'granularity'],
    load: ['measure', 'range'],
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

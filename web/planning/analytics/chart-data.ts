import { type AxisName, isTimeAxis } from '#common/planning/analytics/axes.ts'
import type { Chart } from '#common/planning/analytics/schema.ts'
import { noneGroup } from '#common/work/listing/keys.ts'
import { isStateGroup } from '#common/work/states/groups.ts'
import { isPriority } from '#common/work/work-items/priorities.ts'
import { shownLanguage, t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { shortDate } from '../../platform/person/dates.ts'

/** A series of a chart: one bar of each group, one line, or one part of each stack. */
export interface Series {
  key: string
  name: string
  color: string
}

export interface Point {
  key: string
  name: string
  count: number
  /** The figures by the key of their series. */
  values: Record<string, number>
}

/** A chart as it is drawn, with names in the language of the reader. */
export interface ChartData {
  points: Point[]
  /** A single series is called `count`. */
  series: Series[]
}

/** The colours of values without one of their own, in the order in which they are used. */
const palette = [
  'accent',
  'person-2',
  'person-3',
  'person-4',
  'person-5',
  'person-7',
  'person-9',
  'person-11',
  'person-12',
]

/** Series that a call names itself. */
const namedColors: Record<string, string> = { completed_issues: 'var(--state-completed)' }

/** Turns the answer of a chart call into what is drawn. `axis` and `split` say what the keys of the points and of the series are. */
export function chartData(
  { data, schema }: Chart,
  axis: AxisName,
  split: AxisName | null,
  total: string,
): ChartData {
  const keys = Object.keys(schema)
  const points = data.map(({ key, name, count, ...rest }) => ({
    key,
    name: nameOf(axis, key, name),
    count,
    values: { count, ...Object.fromEntries(keys.map((one) => [one, Number(rest[one] ?? 0)])) },
  }))
  const series = keys.map((key, index) => ({
    key,
    name: split === null ? (schema[key] ?? key) : nameOf(split, key, schema[key] ?? key),
    color: (split === null ? namedColors[key] : ownColor(split, key)) ?? paletteColor(index),
  }))
  return {
    points,
    series: series.length > 0 ? series : [{ key: 'count', name: total, color: paletteColor(0) }],
  }
}

/** The colour of a point where each has its own, as states and priorities have. */
export function pointColor(axis: AxisName, key: string): string | null {
  return ownColor(axis, key)
}

export function paletteColor(index: number): string {
  return `var(--${palette[index % palette.length]})`
}

function nameOf(axis: AxisName, key: string, name: string): string {
  if (axis === 'PRIORITY' && isPriority(key)) return t(`ui.priority.${key}`)
  if (axis === 'STATE_GROUPS' && isStateGroup(key)) return t(`ui.state.${key}`)
  if (isTimeAxis(axis) && key !== noneGroup) return shortDate(key, shownLanguage())
  return key === noneGroup ? t(axis === 'ASSIGNEES' ? 'analytics.unassigned' : 'analytics.none') : name
}

function ownColor(axis: AxisName, key: string): string | null {
  if (axis === 'PRIORITY') return key === 'none' ? 'var(--state-cancelled)' : `var(--priority-${key})`
  if (axis === 'STATE_GROUPS') return `var(--state-${key})`
  if (axis === 'STATES') return tables.states.get(key)?.color ?? null
  if (axis === 'LABELS') return tables.labels.get(key)?.color ?? null
  return key === noneGroup ? 'var(--state-cancelled)' : null
}

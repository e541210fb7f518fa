import { type ChartAxisName, isTimeAxis } from '#common/planning/analytics/axes.ts'
import type { Granularity } from '#common/planning/analytics/periods.ts'
import type { Chart } from '#common/planning/analytics/schema.ts'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import { isStateGroup } from '#common/work/states/groups.ts'
import { isPriority } from '#common/work/work-items/priorities.ts'
import { currentLanguageTag, t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'

/** A color of a chart and its name in the legend. */
export interface LegendEntry {
  name: string
  color: string
}

/**
 * A series of a chart. Depending on the kind of chart, it is drawn as a line, or as a bar or a segment of a bar at
 * each point.
 */
export interface ChartSeries extends LegendEntry {
  key: string
}

export interface ChartDataPoint {
  key: string
  name: string
  count: number
  /** The number of each series at this point, by the key of the series. A line has a gap where its number is missing. */
  values: Record<string, number | undefined>
}

/** The data of a rendered chart, with names in the user's language. */
export interface ChartData {
  points: ChartDataPoint[]
  /** If the points are not divided into series, the key of the only series is `undividedSeriesKey`. */
  series: ChartSeries[]
}

export const undividedSeriesKey = 'count'

/** The colors for values without a color of their own, in the order in which they are used. */
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

/** The fixed colors of series, by the key of the series. */
const namedColors: Record<string, string> = { completed_issues: 'var(--state-completed)' }

/**
 * Converts the response of a chart call for rendering. `axis` is the axis of the points, and `split` is the axis
 * that divides each point into series. With the granularity `month`, each point of a time axis is named after its
 * month.
 */
export function chartData(
  { data, schema }: Chart,
  axis: ChartAxisName,
  split: ChartAxisName | null,
  total: string,
  granularity?: Granularity,
): ChartData {
  const keys = Object.keys(schema)
  const points = data.map(({ key, name, count, ...rest }) => ({
    key,
    name: nameOf(axis, key, name, granularity),
    count,
    values: { count, ...Object.fromEntries(keys.map((one) => [one, numberIn(rest[one])])) },
  }))
  const series = keys.map((key, index) => ({
    key,
    name: split === null ? (schema[key] ?? key) : nameOf(split, key, schema[key] ?? key),
    color: (split === null ? namedColors[key] : ownColor(split, key)) ?? paletteColor(index),
  }))
  return {
    points,
    series: series.length > 0 ? series : [{ key: undividedSeriesKey, name: total, color: paletteColor(0) }],
  }
}

/** Returns the slices of a pie chart with their colors. Points without work items have no slice. */
export function pieSlices(
  points: readonly ChartDataPoint[],
  colorOf: ((key: string) => string | null) | undefined,
): (ChartDataPoint & LegendEntry)[] {
  return points
    .filter(({ count }) => count > 0)
    .map((point, index) => ({ ...point, color: colorOf?.(point.key) ?? paletteColor(index) }))
}

function numberIn(value: number | string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

/** Returns the color of a value that has one, such as a state or a priority, otherwise null. */
export function colorOfAxisValue(axis: ChartAxisName, key: string): string | null {
  return ownColor(axis, key)
}

export function paletteColor(index: number): string {
  return `var(--${palette[index % palette.length]})`
}

function nameOf(axis: ChartAxisName, key: string, name: string, granularity?: Granularity): string {
  if (axis === 'PRIORITY' && isPriority(key)) return t(`ui.priority.${key}`)
  if (axis === 'STATE_GROUPS' && isStateGroup(key)) return t(`ui.state.${key}`)
  if (isTimeAxis(axis) && key !== noValueGroupName)
    return granularity === 'month' ? monthName(key) : formatShortDate(key, currentLanguageTag())
  if (key === noValueGroupName) return t(axis === 'ASSIGNEES' ? 'analytics.unassigned' : 'analytics.none')
  return axis === 'ASSIGNEES' || axis === 'CREATED_BY' ? displayNameOf({ display_name: name }) : name
}

/** Returns the name of the month of the given first day, such as "Nov 2026". */
function monthName(day: string): string {
  return new Intl.DateTimeFormat(currentLanguageTag(), {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day))
}

/**
 * The colors of state groups in charts. The icons of three groups have nearly the same gray and differ only in
 * their shapes, so charts use other colors for two of them.
 */
const stateGroupColors: Record<string, string> = {
  backlog: 'var(--state-backlog)',
  unstarted: 'var(--person-6)',
  started: 'var(--state-started)',
  completed: 'var(--state-completed)',
  cancelled: 'var(--person-12)',
  triage: 'var(--state-triage)',
}

/**
 * Returns the color of a project, which is the same in every chart. A new project has the highest id, so it
 * does not change the colors of the other projects.
 */
function projectColor(id: string): string {
  const ids = [...tables.projects.values()].map((project) => project.id).toSorted()
  return paletteColor(Math.max(0, ids.indexOf(id)))
}

function ownColor(axis: ChartAxisName, key: string): string | null {
  if (axis === 'PRIORITY') return key === 'none' ? 'var(--state-cancelled)' : `var(--priority-${key})`
  if (axis === 'STATE_GROUPS') return stateGroupColors[key] ?? null
  if (axis === 'STATES') return tables.states.get(key)?.color ?? null
  if (axis === 'PROJECTS' && key !== noValueGroupName) return projectColor(key)
  if (axis === 'LABELS') return tables.labels.get(key)?.color ?? null
  return key === noValueGroupName ? 'var(--state-cancelled)' : null
}

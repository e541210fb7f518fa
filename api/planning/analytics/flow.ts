import { sql } from 'kysely'
import { type Granularity, listPeriodsInRange, startOfPeriod } from '#common/planning/analytics/periods.ts'
import type { Chart } from '#common/planning/analytics/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { getCallerCalendar } from './count-items.ts'
import { countItemsByAxes } from './count-items-by-axes.ts'
import type { AnalyticsSelection } from './scope.ts'
import { countStoredPeriods, periodsOfSums } from './stored-days.ts'

type Em = WorkspaceContext['em']

/** The state groups of a cumulative flow diagram, from the bottom to the top. */
const flowGroups = ['completed', 'started', 'unstarted', 'backlog'] as const satisfies StateGroup[]
type FlowGroup = (typeof flowGroups)[number]

/** Counts the work items of each state group at the end of each period. Periods in the future are left out. */
export async function getCumulativeFlowChart(
  em: Em,
  scope: AnalyticsSelection,
  range: DayRange,
  granularity: Granularity,
): Promise<Chart> {
  const points = await flowPoints(em, scope, range, granularity)
  const data = points.map(({ key, totals }) => ({
    key,
    name: key,
    count: flowGroups.reduce((sum, group) => sum + totals[group], 0),
    ...totals,
  }))
  return {
    data,
    schema: { completed: 'Completed', started: 'Started', unstarted: 'Unstarted', backlog: 'Backlog' },
  }
}

/**
 * Counts the open work items at the end of each period. The ideal line falls from the first number to zero at the
 * end of the range, so it continues after today.
 */
export async function getBurndownChart(
  em: Em,
  scope: AnalyticsSelection,
  range: DayRange,
  granularity: Granularity,
): Promise<Chart> {
  const open = new Map(
    (await flowPoints(em, scope, range, granularity)).map(({ key, totals }) => [
      key,
      totals.backlog + totals.unstarted + totals.started,
    ]),
  )
  const keys = listPeriodsInRange(range, granularity, scope.calendar.weekStartsOn)
  const first = open.get(keys[0] ?? '') ?? 0
  const data = keys.map((key, index) => {
    const ideal = keys.length === 1 ? 0 : first * (1 - index / (keys.length - 1))
    const remaining = open.get(key)
    return {
      key,
      name: key,
      count: remaining ?? 0,
      ...(remaining !== undefined && { remaining }),
      ideal: Math.round(ideal * 100) / 100,
    }
  })
  return { data, schema: { remaining: 'Remaining', ideal: 'Ideal' } }
}

interface FlowPoint {
  /** The first day of the period. */
  key: string
  totals: Record<FlowGroup, number>
}

async function flowPoints(
  em: Em,
  scope: AnalyticsSelection,
  range: DayRange,
  granularity: Granularity,
): Promise<FlowPoint[]> {
  const { weekStartsOn } = scope.calendar
  const { today } = scope.clock
  const isOver = range.last < today
  const last = isOver ? range.last : today
  if (last < range.first) return []
  const days = { ...range, last }
  const stored = await storedFlow(em, scope, days, granularity)
  const changes = Map.groupBy(stored ?? (await flowChanges(em, scope, days)), ({ day }) =>
    startOfPeriod(day, granularity, weekStartsOn),
  )
  const totals: Record<FlowGroup, number> = { completed: 0, started: 0, unstarted: 0, backlog: 0 }
  return listPeriodsInRange({ ...range, last }, granularity, weekStartsOn).map((key) => {
    for (const { state_group, change } of changes.get(key) ?? [])
      if (isFlowGroup(state_group)) totals[state_group] += change
    return { key, totals: { ...totals } }
  })
}

interface FlowChange {
  day: string
  state_group: StateGroup
  change: number
}

/**
 * Returns how the number of items in each state group changes in each period, computed from the stored counts.
 * Returns null if the stored counts cannot be used with these filters or periods.
 */
async function storedFlow(
  em: Em,
  scope: AnalyticsSelection,
  range: DayRange,
  granularity: Granularity,
): Promise<FlowChange[] | null> {
  const { stored, calendar } = scope
  // The stored counts contain each item in all states that it had over time, but a filter must match the current
  // values of an item. Therefore use the stored counts only if no filter other than the project is set.
  if (stored === null || stored.conditions.some(({ field }) => field !== 'project_id')) return null
  const periods = periodsOfSums(range, granularity, calendar.weekStartsOn)
  const groups = [{ name: 'STATE_GROUPS' }] as const
  const counts = await countStoredPeriods(em, stored, 'flow', periods, groups, getCallerCalendar(scope))
  const changes = counts?.map(({ keys: [day, group], items }) => ({
    day: day ?? range.first,
    state_group: (group ?? 'backlog') as StateGroup,
    change: items,
  }))
  return changes ?? null
}

/**
 * Returns how the number of work items in each state group changes on each day. The number at the start of
 * the range is a change on its first day. This number is the current number minus all changes since the first
 * day, so a short range reads only a short history. The history comes from the activities, because work items
 * store only their current state.
 */
async function flowChanges(
  em: Em,
  scope: AnalyticsSelection,
  { first, last }: DayRange,
): Promise<FlowChange[]> {
  const current = await countItemsByAxes(em, scope.where(), [{ name: 'STATE_GROUPS' }], scope.calendar)
  const since = await changesSince(em, scope, first)
  const before = new Map(current.map(({ keys, items }) => [keys[0] as StateGroup, items]))
  for (const { state_group, change } of since)
    before.set(state_group, (before.get(state_group) ?? 0) - change)
  return [
    ...[...before].map(([state_group, change]) => ({ day: first, state_group, change })),
    ...since.filter(({ day }) => day <= last),
  ]
}

/**
 * Returns the changes of each day from `first` until now. Each item created since `first` is first counted in
 * its current state. To obtain its initial state, all its moves between states are reversed on the day of its
 * creation. This way, the query need not sort the moves of an item.
 */
async function changesSince(em: Em, scope: AnalyticsSelection, first: string): Promise<FlowChange[]> {
  const start = sql`${scope.clock.startOf(first)}::timestamptz`
  const { workspace_id } = scope.listable
  const { timezone } = scope.calendar
  const { rows } = await sql<FlowChange>`
    with moves as (
      select (moved.created_at at time zone ${timezone})::date as moved_on, moved.old_identifier, moved.new_identifier,
        case when work_items.created_at >= ${start} then (work_items.created_at at time zone ${timezone})::date end as created_on
      from work_item_activities moved join work_items on work_items.id = moved.issue_id
      where moved.workspace_id = ${workspace_id} and moved.field = 'state' and moved.created_at >= ${start} and ${scope.where()}
    ), counted as (
      select coalesce(moved_on, created_on) as day, old_identifier, new_identifier,
        case when grouping(moved_on) = 0 then count(*) else -count(*) end as items
      from moves group by grouping sets ((moved_on, old_identifier, new_identifier), (created_on, old_identifier, new_identifier))
    ), changes as (
      select (created_at at time zone ${timezone})::date as day, state_id, count(*) as change
      from work_items where ${scope.where()} and created_at >= ${start} group by 1, 2
      union all select day, old_identifier, -items from counted where day is not null
      union all select day, new_identifier, items from counted where day is not null
    )
    select day::text, coalesce(states."group", 'backlog') as state_group, sum(change)::int as change
    from changes left join states on states.id = changes.state_id group by 1, 2`.execute(query(em))
  return rows
}

function isFlowGroup(group: StateGroup): group is FlowGroup {
  return flowGroups.some((one) => one === group)
}

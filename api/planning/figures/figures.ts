import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type DayRange, listDaysInRange } from '#common/planning/figures/days.ts'
import type {
  CycleOrModuleEstimateStats,
  CycleOrModuleItemStats,
  EstimateTotals,
  ItemCountsByState,
} from '#common/planning/figures/schema.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import type { FigureSettings } from './figure-settings.ts'

type Group = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled'

/** The number of items in each state group, and the sum of their estimates. */
type ByGroup = Record<Group | `${Group}_points`, number>

/**
 * Names the tables `cycle_days`, `module_days`, `cycle_shares` and `module_shares`, in which triggers count
 * items. The tables of cycles and of modules have the same columns.
 */
export type CycleOrModuleKind = 'cycle' | 'module'

const tablesOf = (kind: CycleOrModuleKind) => ({
  days: sql.table(`${kind}_days`),
  shares: sql.table(`${kind}_shares`),
  key: sql.ref(`${kind}_id`),
})

const noCounts: ByGroup = {
  ...{ backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 },
  ...{ backlog_points: 0, unstarted_points: 0, started_points: 0, completed_points: 0, cancelled_points: 0 },
}

const dayColumns = sql`backlog, unstarted, started, completed, cancelled, backlog_points::float8, unstarted_points::float8,
  started_points::float8, completed_points::float8, cancelled_points::float8`

/** The id under which the triggers count items without an assignee or without a label. */
const noneId = '00000000-0000-0000-0000-000000000000'

export interface CycleOrModuleCounts extends ItemCountsByState, EstimateTotals {
  /** Ids of the users who are assigned to an item in the cycle or module. */
  assignee_ids: string[]
}

/**
 * Returns the current counts of the cycles or modules. The counts are stored by day, and the newest row contains the
 * current counts.
 */
export async function loadCycleOrModuleCounts(
  em: EntityManager,
  kind: CycleOrModuleKind,
  ids: string[],
): Promise<(id: string) => CycleOrModuleCounts> {
  const { days, shares, key } = tablesOf(kind)
  const { rows } = await sql<ByGroup & { id: string; people: string[] | null }>`
    select ${preparedStatementMarker} wanted.id, last_day.*, held.people from unnest(${ids}::uuid[]) wanted(id)
    cross join lateral (
      select ${dayColumns} from ${days} where ${key} = wanted.id order by day desc limit 1
    ) last_day
    cross join lateral (
      select array_agg(id order by id) as people from ${shares}
      where ${key} = wanted.id and kind = 'assignee' and total > 0 and id <> ${noneId}
    ) held`.execute(query(em))
  const known = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = known.get(id)
    return { ...asCounts(row ?? noCounts), assignee_ids: row?.people ?? [] }
  }
}

/** The statistics of a cycle or module, counted in items and in estimates. */
export interface CycleOrModuleStats {
  issues: CycleOrModuleItemStats
  points: CycleOrModuleEstimateStats
}

/**
 * Returns the current statistics of a cycle or module. The charts are empty if `days` is null, because the cycle or
 * module has no dates.
 */
export async function loadCycleOrModuleStats(
  em: EntityManager,
  kind: CycleOrModuleKind,
  id: string,
  days: DayRange | null,
  clock: FigureSettings,
): Promise<CycleOrModuleStats> {
  const charts = days === null ? noCharts : await chartsOf(em, kind, id, days, clock)
  const assignees = await byAssignee(em, kind, id)
  const labels = await byLabel(em, kind, id)
  return {
    issues: { assignees: assignees.map(inItems), labels: labels.map(inItems), ...charts.issues },
    points: {
      assignees: byPoints(assignees, (one) => one.assignee_id).map(inPoints),
      labels: byPoints(labels, (one) => one.label_id).map(inPoints),
      ...charts.points,
    },
  }
}

interface Charts {
  issues: Pick<CycleOrModuleItemStats, 'completion_chart' | 'scope_chart'>
  points: Pick<CycleOrModuleEstimateStats, 'completion_chart' | 'scope_chart'>
}
const noCharts: Charts = {
  issues: { completion_chart: {}, scope_chart: {} },
  points: { completion_chart: {}, scope_chart: {} },
}

/**
 * Builds the charts from the counts that are stored by day. If a day has no row, the counts of the previous day are
 * repeated.
 */
async function chartsOf(
  em: EntityManager,
  kind: CycleOrModuleKind,
  id: string,
  days: DayRange,
  { today, pointsSince }: FigureSettings,
): Promise<Charts> {
  const { days: table, key } = tablesOf(kind)
  const { rows } = await sql<ByGroup & { day: string }>`
    select day::text, ${dayColumns} from ${table}
    where ${key} = ${id} and day <= ${days.last}
      and day >= coalesce((select max(day) from ${table} where ${key} = ${id} and day <= ${days.first}), ${days.first})
    order by day`.execute(query(em))
  const { issues, points } = structuredClone(noCharts)
  let at = 0
  let now = noCounts
  for (const day of listDaysInRange(days)) {
    for (let next = rows[at]; next !== undefined && next.day <= day; next = rows[++at]) now = next
    const counts = day > today ? null : asCounts(now)
    issues.scope_chart[day] = counts?.total_issues ?? null
    issues.completion_chart[day] = counts && openItems(now)
    const summed = pointsSince !== null && day < pointsSince ? null : counts
    points.scope_chart[day] = summed?.total_estimate_points ?? null
    points.completion_chart[day] = summed && openPoints(now)
  }
  return { issues, points }
}

/** Counts the items that are neither completed nor cancelled. */
function openItems({ backlog, unstarted, started }: ByGroup): number {
  return backlog + unstarted + started
}

function openPoints({ backlog_points, unstarted_points, started_points }: ByGroup): number {
  return sumOf(backlog_points, unstarted_points, started_points)
}

function asCounts(by: ByGroup): ItemCountsByState & EstimateTotals {
  return {
    total_issues: openItems(by) + by.completed + by.cancelled,
    backlog_issues: by.backlog,
    unstarted_issues: by.unstarted,
    started_issues: by.started,
    completed_issues: by.completed,
    cancelled_issues: by.cancelled,
    total_estimate_points: sumOf(openPoints(by), by.completed_points, by.cancelled_points),
    backlog_estimate_points: by.backlog_points,
    unstarted_estimate_points: by.unstarted_points,
    started_estimate_points: by.started_points,
    completed_estimate_points: by.completed_points,
    cancelled_estimate_points: by.cancelled_points,
  }
}

/** Adds values with at most two decimals. Rounding removes floating-point errors. */
function sumOf(...values: number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100
}

interface Share {
  total: number
  completed: number
  pending: number
  total_points: number
  completed_points: number
  pending_points: number
}
const shareColumns = sql`s.total, s.completed, s.pending, s.total_points::float8, s.completed_points::float8, s.pending_points::float8`

type Person = Pick<CycleOrModuleItemStats['assignees'][number], 'assignee_id' | 'display_name' | 'avatar_url'>
type Label = Pick<CycleOrModuleItemStats['labels'][number], 'label_id' | 'label_name' | 'color'>

/**
 * Counts the items of each assignee. An item with two assignees counts for each of the two. Unassigned items
 * come last.
 */
async function byAssignee(
  em: EntityManager,
  kind: CycleOrModuleKind,
  id: string,
): Promise<(Person & Share)[]> {
  const { shares, key } = tablesOf(kind)
  const { rows } = await sql<Person & Share>`
    select nullif(s.id, ${noneId}) as assignee_id, u.display_name, u.avatar_url, ${shareColumns}
    from ${shares} s left join users u on u.id = s.id
    where s.${key} = ${id} and s.kind = 'assignee' and s.total > 0
    order by s.id = ${noneId}, s.total desc, u.display_name, s.id`.execute(query(em))
  return rows
}

async function byLabel(em: EntityManager, kind: CycleOrModuleKind, id: string): Promise<(Label & Share)[]> {
  const { shares, key } = tablesOf(kind)
  const { rows } = await sql<Label & Share>`
    select nullif(s.id, ${noneId}) as label_id, l.name as label_name, l.color, ${shareColumns}
    from ${shares} s left join labels l on l.id = s.id
    where s.${key} = ${id} and s.kind = 'label' and s.total > 0
    order by s.id = ${noneId}, s.total desc, l.name, s.id`.execute(query(em))
  return rows
}

function inItems<Row extends Share>({ total, completed, pending, ...row }: Row) {
  const { total_points, completed_points, pending_points, ...who } = row
  return { ...who, total_issues: total, completed_issues: completed, pending_issues: pending }
}

function inPoints<Row extends Share>({ total_points, completed_points, pending_points, ...row }: Row) {
  const { total, completed, pending, ...who } = row
  return {
    ...who,
    total_estimates: total_points,
    completed_estimates: completed_points,
    pending_estimates: pending_points,
  }
}

/** Sorts rows by their points, highest first. The row for items without an assignee or label comes last. */
function byPoints<Row extends Share>(rows: readonly Row[], idOf: (row: Row) => string | null): Row[] {
  const rank = (row: Row) => (idOf(row) === null ? 1 : 0)
  return rows.toSorted((a, b) => rank(a) - rank(b) || b.total_points - a.total_points)
}

/** Counts the items of a module that are sub-items of another item. */
export async function countSubItems(em: EntityManager, id: string): Promise<number> {
  const row = await query(em)
    .selectFrom('module_shares')
    .select('total')
    .where('module_id', '=', id)
    .where('kind', '=', 'part')
    .executeTakeFirst()
  return row?.total ?? 0
}

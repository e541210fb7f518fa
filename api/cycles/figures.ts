import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type CycleDays, eachDay } from '#common/cycles/rules.ts'
import type { CycleFigures, ItemCounts } from '#common/cycles/schema.ts'
import { query } from '../db/orm.ts'

interface ByGroup {
  backlog: number
  unstarted: number
  started: number
  completed: number
  cancelled: number
}

const none: ByGroup = { backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 }

/** How many items these cycles hold now, by the last day that is kept of each. */
export async function countsOf(em: EntityManager, ids: string[]): Promise<(id: string) => ItemCounts> {
  const { rows } = await sql<ByGroup & { id: string }>`
    select cycle.id, last_day.* from unnest(${ids}::uuid[]) cycle(id)
    cross join lateral (
      select backlog, unstarted, started, completed, cancelled from cycle_days
      where cycle_id = cycle.id order by day desc limit 1
    ) last_day`.execute(query(em))
  const known = new Map(rows.map((row) => [row.id, row]))
  return (id) => asCounts(known.get(id) ?? none)
}

/** Who has an item in which of these cycles. */
export async function peopleOf(em: EntityManager, ids: string[]): Promise<(id: string) => string[]> {
  const { rows } = await sql<{ cycle_id: string; people: string[] }>`
    select cycle_id, array_agg(id order by id) as people from cycle_shares
    where cycle_id = any(${ids}::uuid[]) and kind = 'assignee' and total > 0 and id <> ${nobody}
    group by cycle_id`.execute(query(em))
  const known = new Map(rows.map((row) => [row.cycle_id, row.people]))
  return (id) => known.get(id) ?? []
}

/** What a cycle comes to as of now; of a draft, which has no days, the charts are empty. */
export async function figuresOf(
  em: EntityManager,
  id: string,
  days: CycleDays | null,
  today: string,
): Promise<CycleFigures> {
  const charts =
    days === null ? { completion_chart: {}, scope_chart: {} } : await chartsOf(em, id, days, today)
  return { assignees: await byAssignee(em, id), labels: await byLabel(em, id), ...charts }
}

/** By what is kept of each day; a day of which nothing is kept is as the one before. */
async function chartsOf(
  em: EntityManager,
  id: string,
  days: CycleDays,
  today: string,
): Promise<Pick<CycleFigures, 'completion_chart' | 'scope_chart'>> {
  const { rows } = await sql<ByGroup & { day: string }>`
    select day::text, backlog, unstarted, started, completed, cancelled from cycle_days
    where cycle_id = ${id} and day <= ${days.last}
      and day >= coalesce((select max(day) from cycle_days where cycle_id = ${id} and day <= ${days.first}), ${days.first})
    order by day`.execute(query(em))
  const completion_chart: CycleFigures['completion_chart'] = {}
  const scope_chart: CycleFigures['scope_chart'] = {}
  let at = 0
  let now = none
  for (const day of eachDay(days)) {
    for (let next = rows[at]; next !== undefined && next.day <= day; next = rows[++at]) now = next
    const isToCome = day > today
    completion_chart[day] = isToCome ? null : leftOf(now)
    scope_chart[day] = isToCome ? null : asCounts(now).total_issues
  }
  return { completion_chart, scope_chart }
}

/** Not done yet, and not given up. */
function leftOf({ backlog, unstarted, started }: ByGroup): number {
  return backlog + unstarted + started
}

function asCounts(by: ByGroup): ItemCounts {
  return {
    total_issues: leftOf(by) + by.completed + by.cancelled,
    backlog_issues: by.backlog,
    unstarted_issues: by.unstarted,
    started_issues: by.started,
    completed_issues: by.completed,
    cancelled_issues: by.cancelled,
  }
}

/** Under which the triggers count what nobody has, or what has no label. */
const nobody = '00000000-0000-0000-0000-000000000000'

const shares = sql`s.total as total_issues, s.completed as completed_issues, s.pending as pending_issues`

/** An item of two people counts for each; those of nobody come last. */
async function byAssignee(em: EntityManager, id: string): Promise<CycleFigures['assignees']> {
  const { rows } = await sql<CycleFigures['assignees'][number]>`
    select nullif(s.id, ${nobody}) as assignee_id, u.display_name, u.avatar_url, ${shares}
    from cycle_shares s left join users u on u.id = s.id
    where s.cycle_id = ${id} and s.kind = 'assignee' and s.total > 0
    order by s.id = ${nobody}, s.total desc, u.display_name, s.id`.execute(query(em))
  return rows
}

async function byLabel(em: EntityManager, id: string): Promise<CycleFigures['labels']> {
  const { rows } = await sql<CycleFigures['labels'][number]>`
    select nullif(s.id, ${nobody}) as label_id, l.name as label_name, l.color, ${shares}
    from cycle_shares s left join labels l on l.id = s.id
    where s.cycle_id = ${id} and s.kind = 'label' and s.total > 0
    order by s.id = ${nobody}, s.total desc, l.name, s.id`.execute(query(em))
  return rows
}

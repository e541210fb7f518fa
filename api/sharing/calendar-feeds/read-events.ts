import { type RawBuilder, sql } from 'kysely'
import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import { addDays, createClock } from '#common/platform/clock.ts'
import { calendarFeedPastDays, maxCalendarEvents } from '#common/sharing/calendar-feeds/rules.ts'
import { localizedDisplayNameSql } from '../../identity/users/display-name.ts'
import { toIsoCycleDates } from '../../planning/cycles/dates.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { getTranslator } from '../../platform/locales.ts'
import { listingConditionSql } from '../../work/listing/list-page.ts'
import type { CalendarSource } from './find-source.ts'
import type { CalendarEvent } from './icalendar.ts'

/** Returns the events of a feed: cycles and modules first, and then work items. */
export async function readCalendarEvents(ctx: UserContext, source: CalendarSource): Promise<CalendarEvent[]> {
  const { today } = createClock(ctx.user.timezone)
  const range = { today, since: addDays(today, -calendarFeedPastDays) }
  const cycles = await readCycles(ctx, source, range)
  const modules = await readModules(ctx, source, range)
  const items = await readItems(ctx, source, range)
  // The order does not depend on the current day, so that the feed changes only if its content changes.
  return [...cycles, ...modules, ...items]
    .slice(0, maxCalendarEvents)
    .sort((a, b) => (a.first + a.uid < b.first + b.uid ? -1 : 1))
}

interface CalendarRange {
  today: string
  /** The earliest day on which an event may end. */
  since: string
}

async function readItems(
  { em, user, config }: UserContext,
  { workspace, items: { listable, listing } }: CalendarSource,
  { today, since }: CalendarRange,
): Promise<CalendarEvent[]> {
  const last = sql`coalesce(work_items.target_date, work_items.start_date)`
  const nameOf = (column: string) => localizedDisplayNameSql(column, user.language)
  const { rows } = await sql<ItemRow>`
    select work_items.id, p.identifier || '-' || work_items.sequence_id as key, work_items.name, s.name as state,
      work_items.state__group, work_items.start_date::text, work_items.target_date::text, work_items.updated_at,
      (select string_agg(${nameOf('n.display_name')}, ', ' order by ${nameOf('n.display_name')})
        from users n where n.id = any(work_items.assignee_ids)) as assignees
    from work_items join projects p on p.id = work_items.project_id join states s on s.id = work_items.state_id
    where ${listingConditionSql(listable, listing)} and ${last} >= ${since}::date
    order by abs(${last} - ${today}::date), work_items.id limit ${maxCalendarEvents}`.execute(query(em))
  return rows.map((row) => ({
    uid: `work-item-${row.id}@tandem`,
    title: `${row.state__group === 'completed' ? '✓ ' : ''}${row.key} ${row.name}`,
    ...daysOf(row.start_date, row.target_date),
    description: [row.state, row.assignees].filter(Boolean).join(' · '),
    url: `${config.appUrl}/${workspace.slug}/browse/${row.key}`,
    changed: row.updated_at,
    isCancelled: row.state__group === 'cancelled',
  }))
}

interface ItemRow {
  id: string
  key: string
  name: string
  state: string
  state__group: string
  start_date: string | null
  target_date: string | null
  updated_at: Date
  assignees: string | null
}

async function readCycles(
  { em, user, config }: UserContext,
  { workspace, project_id, cycles }: CalendarSource,
  { since }: CalendarRange,
): Promise<CalendarEvent[]> {
  if (cycles === null) return []
  const { rows } = await sql<CycleTimes>`
    select c.id, c.name, c.start_date, c.end_date, c.updated_at, p.timezone
    from cycles c join projects p on p.id = c.project_id
    where c.project_id = ${project_id}::uuid and c.deleted_at is null and c.archived_at is null
      and ${isWanted('c.id', cycles)} and c.end_date >= ${since}::date
    order by c.end_date desc, c.id limit ${maxCalendarEvents}`.execute(query(em))
  return rows.flatMap((row) => {
    // The days of a cycle begin and end in the time zone of its project.
    const days = cycleDayRange(toIsoCycleDates(row), row.timezone)
    if (days === null) return []
    return {
      uid: `cycle-${row.id}@tandem`,
      title: getTranslator(user.language).t('calendarEvents.cycle', { name: row.name }),
      ...days,
      description: '',
      url: `${config.appUrl}/${workspace.slug}/projects/${project_id}/cycles/${row.id}`,
      changed: row.updated_at,
      isCancelled: false,
    }
  })
}

interface CycleTimes {
  id: string
  name: string
  start_date: Date | null
  end_date: Date | null
  updated_at: Date
  timezone: string
}

async function readModules(
  { em, user, config }: UserContext,
  { workspace, project_id, modules }: CalendarSource,
  { since }: CalendarRange,
): Promise<CalendarEvent[]> {
  if (modules === null) return []
  const last = sql`coalesce(m.target_date, m.start_date)`
  const { rows } = await sql<ModuleDays>`
    select m.id, m.name, m.status, m.start_date::text, m.target_date::text, m.updated_at
    from modules m
    where m.project_id = ${project_id}::uuid and m.deleted_at is null and m.archived_at is null
      and ${isWanted('m.id', modules)} and ${last} >= ${since}::date
    order by ${last} desc, m.id limit ${maxCalendarEvents}`.execute(query(em))
  return rows.map((row) => ({
    uid: `module-${row.id}@tandem`,
    title: getTranslator(user.language).t('calendarEvents.module', { name: row.name }),
    ...daysOf(row.start_date, row.target_date),
    description: '',
    url: `${config.appUrl}/${workspace.slug}/projects/${project_id}/modules/${row.id}`,
    changed: row.updated_at,
    isCancelled: row.status === 'cancelled',
  }))
}

interface ModuleDays {
  id: string
  name: string
  status: string
  start_date: string | null
  target_date: string | null
  updated_at: Date
}

function isWanted(column: string, wanted: 'all' | { id: string }): RawBuilder<boolean> {
  return wanted === 'all' ? sql`true` : sql`${sql.ref(column)} = ${wanted.id}::uuid`
}

/** Returns the first and last day. If one of the dates is missing, the event lasts one day. */
function daysOf(start: string | null, end: string | null): { first: string; last: string } {
  const last = end ?? start ?? ''
  const [first = last] = [start ?? last, last].sort()
  return { first, last }
}

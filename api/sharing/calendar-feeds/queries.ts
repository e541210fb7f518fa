import { notFound } from '#common/platform/errors.ts'
import { type CalendarFeed, calendarFeed } from '#common/sharing/calendar-feeds/schema.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { CalendarFeedEntity, type CalendarFeedRow } from './entity.ts'
import { type CalendarSource, findCalendarSource } from './find-source.ts'

export async function listCalendarFeeds(ctx: UserContext): Promise<CalendarFeed[]> {
  const rows = await ctx.em.find(
    CalendarFeedEntity,
    { user_id: ctx.user.id },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  const feeds: CalendarFeed[] = []
  for (const row of rows) feeds.push(presentCalendarFeed(row, await findCalendarSource(ctx, row)))
  return feeds
}

/** Loads a calendar feed of the caller. Throws `not_found` for feeds of other users. */
export async function loadCalendarFeed({ em, user }: UserContext, id: string): Promise<CalendarFeedRow> {
  const row = await em.findOne(CalendarFeedEntity, { id, user_id: user.id })
  if (row === null) throw notFound('Calendar address not found')
  return row
}

export function presentCalendarFeed(row: CalendarFeedRow, source: CalendarSource | null): CalendarFeed {
  return presentRow(calendarFeed, {
    ...row,
    workspace: row.workspace_id,
    target: row.target_id,
    name: source?.name ?? null,
    project: source?.project_id ?? null,
  })
}

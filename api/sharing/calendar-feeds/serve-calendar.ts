import { createHash } from 'node:crypto'
import { notFound } from '#common/platform/errors.ts'
import { calendarSecretPrefix } from '#common/sharing/calendar-feeds/rules.ts'
import type { Context, SignedInUser, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { getTranslator } from '../../platform/locales.ts'
import { type CalendarSource, type CalendarTarget, findCalendarSource } from './find-source.ts'
import { formatCalendar } from './icalendar.ts'
import { readCalendarEvents } from './read-events.ts'

/**
 * Returns the calendar with this secret address, with what its owner can see now. If the owner has lost the access to
 * the target, the calendar is empty, so that calendar programs remove the events that they have stored.
 */
export async function serveCalendar(ctx: Context, address: string): Promise<Response> {
  const secret = address.replace(/\.ics$/, '')
  if (!secret.startsWith(calendarSecretPrefix)) throw notFound()
  const hash = hashToken(secret)
  const found = await findFeedWithOwner(ctx, hash)
  if (found === null) throw notFound()
  await ctx.limits.take('calendar', hash)
  await recordUse(ctx, found.last_used, hash)
  const owned: UserContext = { ...ctx, user: found.owner }
  const source = await findCalendarSource(owned, found.target)
  const text = formatCalendar({
    name: nameOf(owned.user, found.target, source),
    timezone: owned.user.timezone,
    events: source === null ? [] : await readCalendarEvents(owned, source),
  })
  return respond(ctx, text)
}

async function findFeedWithOwner(
  { em }: Context,
  hash: string,
): Promise<{ target: CalendarTarget; owner: SignedInUser; last_used: Date | null } | null> {
  const row = await query(em)
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .select(['f.kind', 'f.workspace_id', 'f.target_id', 'f.last_used'])
    .select(['u.id', 'u.email', 'u.user_timezone', 'p.start_of_the_week', 'p.language'])
    .where('f.secret_hash', '=', hash)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  const { kind, workspace_id, target_id, last_used } = row
  const owner = {
    id: row.id,
    email: row.email,
    timezone: row.user_timezone,
    week_starts_on: row.start_of_the_week ?? 0,
    language: row.language ?? 'en',
    is_instance_admin: false,
  }
  return { target: { kind, workspace_id, target_id }, owner, last_used }
}

/**
 * The last use is recorded at most once in this number of milliseconds, so that not every request writes to the
 * database.
 */
const useInterval = 600_000

async function recordUse({ em }: Context, last: Date | null, hash: string): Promise<void> {
  if (last !== null && Date.now() - last.getTime() < useInterval) return
  await query(em)
    .updateTable('calendar_feeds')
    .set({ last_used: new Date() })
    .where('secret_hash', '=', hash)
    .execute()
}

function nameOf({ language }: SignedInUser, { kind }: CalendarTarget, source: CalendarSource | null): string {
  if (source === null) return 'Tandem'
  return kind === 'assigned'
    ? getTranslator(language).t('calendarEvents.assigned', { name: source.name })
    : source.name
}

/** Answers 304 without a body if the calendar program already has this text. */
function respond({ http }: Context, text: string): Response {
  // The tag is weak, because the body may be compressed.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
  if (isSameVersion(http.incoming.headers['if-none-match'], etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="tandem.ics"',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}

function isSameVersion(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false
  const plain = (one: string) => one.trim().replace(/^W\//, '')
  return known.split(',').some((one) => one.trim() === '*' || plain(one) === plain(etag))
}

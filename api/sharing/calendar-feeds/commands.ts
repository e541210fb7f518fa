import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { calendarFeedCalls } from '#common/sharing/calendar-feeds/calls.ts'
import { calendarFeedsLimit, calendarSecretPrefix } from '#common/sharing/calendar-feeds/rules.ts'
import type { CreatedCalendarFeed } from '#common/sharing/calendar-feeds/schema.ts'
import { lockActiveAccount } from '../../identity/users/lock-active.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { hashToken } from '../../platform/http/session.ts'
import { CalendarFeedEntity, type CalendarFeedRow } from './entity.ts'
import { type CalendarSource, findCalendarSource } from './find-source.ts'
import { loadCalendarFeed, presentCalendarFeed } from './queries.ts'

/** Creates a calendar feed. Only this response contains its address. */
export async function createCalendarFeed(
  ctx: WorkspaceContext,
  { kind, target = null }: BodyOf<typeof calendarFeedCalls.createCalendarFeed>,
): Promise<CreatedCalendarFeed> {
  const { em, user, workspace, config } = ctx
  const target_id = kind === 'assigned' ? null : target
  if (kind !== 'assigned' && target_id === null) throw invalid('target', 'Choose what the calendar shows.')
  const source = await findCalendarSource(ctx, { kind, workspace_id: workspace.id, target_id })
  if (source === null) throw notFound()
  // Lock the account, because two concurrent requests could otherwise exceed the maximum number of feeds.
  await lockActiveAccount(em, user.id)
  if ((await em.count(CalendarFeedEntity, { user_id: user.id })) >= calendarFeedsLimit) {
    throw new AppError('conflict', `You can have at most ${calendarFeedsLimit} calendar addresses.`)
  }
  const secret = calendarSecretPrefix + randomBytes(32).toString('hex')
  const row = em.create(CalendarFeedEntity, {
    id: newId(),
    user_id: user.id,
    workspace_id: workspace.id,
    kind,
    target_id,
    secret_hash: hashToken(secret),
    ending: secret.slice(-4),
    last_used: null,
  })
  await em.flush()
  audit(ctx, 'calendar_feed.created', row, source)
  return { ...presentCalendarFeed(row, source), address: `${config.appUrl}/api/calendars/${secret}.ics` }
}

export async function deleteCalendarFeed(ctx: UserContext, id: string): Promise<undefined> {
  const row = await loadCalendarFeed(ctx, id)
  const source = await findCalendarSource(ctx, row)
  ctx.em.remove(row)
  await ctx.em.flush()
  audit(ctx, 'calendar_feed.deleted', row, source)
}

function audit(
  { em }: UserContext,
  action: 'calendar_feed.created' | 'calendar_feed.deleted',
  { id, workspace_id, ending }: CalendarFeedRow,
  source: CalendarSource | null,
): void {
  // Admins who read the audit log may not see the name of a private view.
  const name = source?.isPrivate === true ? null : source?.name
  addAuditEntry(em, {
    action,
    workspace_id,
    project_id: source?.project_id ?? null,
    target: { kind: 'calendar_feed', id, name: name ?? `…${ending}` },
  })
}

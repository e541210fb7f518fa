import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#common/call.ts'
import { notFound } from '#common/errors.ts'
import type { notificationCalls } from '#common/notifications/calls.ts'
import type { Reason } from '#common/notifications/rules.ts'
import type { NotificationAnswer } from '#common/notifications/schema.ts'
import type { WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import { type Notification, NotificationEntity } from './entity.ts'
import { getNotification, notSnoozed, ownNotifications, sendersOf } from './queries.ts'

type Calls = typeof notificationCalls

export function markRead(ctx: WorkspaceContext, id: string): Promise<NotificationAnswer> {
  return change(ctx, id, ({ read_at }) => ({ read_at: read_at ?? new Date() }))
}

export function markUnread(ctx: WorkspaceContext, id: string): Promise<NotificationAnswer> {
  return change(ctx, id, () => ({ read_at: null }))
}

/** One that is put away does not come back by itself. */
export function archiveNotification(ctx: WorkspaceContext, id: string): Promise<NotificationAnswer> {
  return change(ctx, id, ({ archived_at }) => ({
    archived_at: archived_at ?? new Date(),
    snoozed_till: null,
  }))
}

export function unarchiveNotification(ctx: WorkspaceContext, id: string): Promise<NotificationAnswer> {
  return change(ctx, id, () => ({ archived_at: null }))
}

export function updateNotification(
  ctx: WorkspaceContext,
  id: string,
  { snoozed_till }: BodyOf<Calls['updateNotification']>,
): Promise<NotificationAnswer> {
  return change(ctx, id, () =>
    snoozed_till === undefined
      ? {}
      : {
          snoozed_till: snoozed_till === null ? null : new Date(snoozed_till),
          ...(snoozed_till !== null && { woke_at: null, archived_at: null }),
        },
  )
}

export async function deleteNotification(ctx: WorkspaceContext, id: string): Promise<undefined> {
  ctx.em.remove(await load(ctx, id))
  await ctx.em.flush()
}

async function change(
  ctx: WorkspaceContext,
  id: string,
  patch: (
    row: Notification,
  ) => Partial<Pick<Notification, 'read_at' | 'archived_at' | 'snoozed_till' | 'woke_at'>>,
): Promise<NotificationAnswer> {
  const row = await load(ctx, id)
  Object.assign(row, patch(row))
  await ctx.em.flush()
  return getNotification(ctx, id)
}

/** One's own, of an item that one sees. */
async function load(ctx: WorkspaceContext, id: string): Promise<Notification> {
  const seen = await ownNotifications(ctx).select('n.id').where('n.id', '=', id).executeTakeFirst()
  const row =
    seen && (await ctx.em.findOne(NotificationEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }))
  if (!row) throw notFound('Notification not found')
  return row
}

/** Those that count, or those that are snoozed or archived where that is said. */
export async function markAllRead(
  ctx: WorkspaceContext,
  body: BodyOf<Calls['markAllRead']>,
): Promise<AnswerOf<Calls['markAllRead']>> {
  const { type = 'all', mentioned, snoozed = false, archived = false, entity_identifier, read_at } = body
  const senders = type === 'all' ? null : sendersOf(ctx, [typeNames[type]])
  const rows = await ownNotifications(ctx)
    .selectAll('n')
    .where('n.read_at', 'is', null)
    .where('n.archived_at', archived ? 'is not' : 'is', null)
    .where(snoozed ? sql<boolean>`n.snoozed_till > now()` : notSnoozed)
    .$if(mentioned !== undefined, (all) => all.where('n.is_mentioned_notification', '=', mentioned === true))
    .$if(senders !== null, (all) => all.where(sql<boolean>`n.sender = any(${senders}::text[])`))
    .$if(entity_identifier !== undefined, (all) =>
      all.where('n.entity_identifier', '=', entity_identifier ?? ''),
    )
    .orderBy('n.id')
    .forUpdate('n')
    .execute()
  await setReadAt(ctx, rows, read_at === undefined ? new Date() : new Date(read_at))
  return { message: 'Successful' }
}

const typeNames: Record<'watching' | Reason, Reason> = {
  watching: 'subscribed',
  assigned: 'assigned',
  created: 'created',
  subscribed: 'subscribed',
}

export async function markAllUnread(
  ctx: WorkspaceContext,
  { read_at }: BodyOf<Calls['markAllUnread']>,
): Promise<AnswerOf<Calls['markAllUnread']>> {
  const rows = await ownNotifications(ctx)
    .selectAll('n')
    .where('n.read_at', '=', new Date(read_at))
    .orderBy('n.id')
    .forUpdate('n')
    .execute()
  await setReadAt(ctx, rows, null)
  return { message: 'Successful' }
}

async function setReadAt(
  { em }: WorkspaceContext,
  rows: Notification[],
  read_at: Date | null,
): Promise<void> {
  if (rows.length === 0) return
  const updated_at = new Date()
  await query(em)
    .updateTable('notifications')
    .set({ read_at, updated_at })
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  recordBatch(
    em,
    'notifications',
    rows.map((before) => ({ before, after: { ...before, read_at, updated_at } })),
  )
}

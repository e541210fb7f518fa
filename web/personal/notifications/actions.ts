import { isWaiting } from '#common/personal/notifications/rules.ts'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { keyIn, momentWords } from './words.ts'

type Patch = Partial<Pick<NotificationRow, 'read_at' | 'archived_at' | 'snoozed_till' | 'woke_at'>>

/** Doing it again takes it back, so nothing is said of it. */
export async function setRead(row: NotificationRow, isRead: boolean): Promise<void> {
  await mutate({
    call: isRead ? 'markRead' : 'markUnread',
    ...changing(row, { read_at: isRead ? new Date().toISOString() : null }),
  })
}

export async function archive(row: NotificationRow): Promise<void> {
  await mutate(
    undoable(
      archiving(row),
      t('inbox.archived', { key: keyIn(row) }),
      row.snoozed_till === null ? unarchiving(row) : snoozing(row, row.snoozed_till),
    ),
  )
}

export async function unarchive(row: NotificationRow): Promise<void> {
  await mutate(undoable(unarchiving(row), t('inbox.unarchived', { key: keyIn(row) }), archiving(row)))
}

/** Null brings it back now. */
export async function snooze(row: NotificationRow, till: string | null): Promise<void> {
  const key = keyIn(row)
  await mutate(
    undoable(
      snoozing(row, till),
      till === null ? t('inbox.back', { key }) : t('inbox.snoozed', { key, when: momentWords(till) }),
      snoozing(row, row.snoozed_till),
    ),
  )
}

/** Those of a tab, read or not on this screen: by their common moment Undo finds them again. */
export async function markAllRead(mentioned: boolean): Promise<void> {
  const read_at = new Date().toISOString()
  const rows = [...tables.notifications.values()].filter(
    (row) => (row.is_mentioned_notification || !mentioned) && isWaiting(row, Date.now()),
  )
  const params = { slug: currentSlug() }
  const setting = (to: string | null) =>
    rows.map(({ id }) => ({
      entity: 'notifications' as const,
      id,
      op: 'update' as const,
      fields: { read_at: to },
    }))
  await mutate({
    call: 'markAllRead',
    input: { params, body: { ...(mentioned && { mentioned }), read_at } },
    changes: setting(read_at),
    words: t(mentioned ? 'inbox.allMentionsRead' : 'inbox.allRead'),
    undo: anyMutation<'markAllUnread'>({
      call: 'markAllUnread',
      input: { params, body: { read_at } },
      changes: setting(null),
    }),
  })
}

function archiving(row: NotificationRow): Mutation<'archiveNotification'> {
  return {
    call: 'archiveNotification',
    ...changing(row, { archived_at: new Date().toISOString(), snoozed_till: null }),
  }
}

function unarchiving(row: NotificationRow): Mutation<'unarchiveNotification'> {
  return { call: 'unarchiveNotification', ...changing(row, { archived_at: null }) }
}

function snoozing(row: NotificationRow, snoozed_till: string | null): Mutation<'updateNotification'> {
  const { input, ...rest } = changing(row, {
    snoozed_till,
    ...(snoozed_till !== null && { woke_at: null, archived_at: null }),
  })
  return { call: 'updateNotification', ...rest, input: { ...input, body: { snoozed_till } } }
}

function changing({ id }: NotificationRow, fields: Patch) {
  return {
    input: { params: { slug: currentSlug(), notification_id: id } },
    changes: [{ entity: 'notifications' as const, id, op: 'update' as const, fields }],
    inTurn: id,
  }
}

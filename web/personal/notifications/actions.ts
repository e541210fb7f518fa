import { countsAsUnread } from '#common/personal/notifications/rules.ts'
import type { NotificationRow } from '#common/personal/notifications/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { LocalChange } from '../../platform/sync/local-rows.ts'
import { toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { formatDateTime, notificationSubjectLabel } from './event-text.ts'

/**
 * Marks a notification as read or unread. The notice offers no Undo, because the same action reverts the
 * change.
 */
export async function setNotificationRead(row: NotificationRow, isRead: boolean): Promise<void> {
  const read_at = isRead ? new Date().toISOString() : null
  await mutate(
    notifications.setting(row, { read_at }, createSentCall(isRead ? 'markRead' : 'markUnread', inputOf(row))),
  )
}

export async function archiveInboxNotification(row: NotificationRow): Promise<void> {
  await mutate(
    undoableMutation(
      archiving(row),
      t('inbox.archived', { key: notificationSubjectLabel(row) }),
      row.snoozed_till === null ? unarchiving(row) : snoozing(row, row.snoozed_till),
    ),
  )
}

export async function unarchiveInboxNotification(row: NotificationRow): Promise<void> {
  await mutate(
    undoableMutation(
      unarchiving(row),
      t('inbox.unarchived', { key: notificationSubjectLabel(row) }),
      archiving(row),
    ),
  )
}

/** Snoozes a notification until `till`. Null ends the snooze now. */
export async function snoozeNotification(row: NotificationRow, till: string | null): Promise<void> {
  const key = notificationSubjectLabel(row)
  await mutate(
    undoableMutation(
      snoozing(row, till),
      till === null ? t('inbox.back', { key }) : t('inbox.snoozed', { key, when: formatDateTime(till) }),
      snoozing(row, row.snoozed_till),
    ),
  )
}

/**
 * Marks all notifications of a tab as read, also those that are not loaded. Undo finds these notifications by their
 * common timestamp.
 */
export async function markAllInboxRead(mentioned: boolean): Promise<void> {
  const read_at = new Date().toISOString()
  const rows = [...tables.notifications.values()].filter(
    (row) => (row.is_mentioned_notification || !mentioned) && countsAsUnread(row, Date.now()),
  )
  const params = { slug: currentSlug() }
  const setting = (to: string | null) =>
    rows.map(
      ({ id }): LocalChange => ({ entity: 'notifications', id, op: 'update', fields: { read_at: to } }),
    )
  await mutate({
    call: 'markAllRead',
    input: { params, body: { ...(mentioned && { mentioned }), read_at } },
    changes: setting(read_at),
    message: t(mentioned ? 'inbox.allMentionsRead' : 'inbox.allRead'),
    undo: toAnyMutation<'markAllUnread'>({
      call: 'markAllUnread',
      input: { params, body: { read_at } },
      changes: setting(null),
    }),
  })
}

const notifications = createRowActions('notifications', { answersRow: false })

function archiving(row: NotificationRow) {
  const fields = { archived_at: new Date().toISOString(), snoozed_till: null }
  return notifications.setting(row, fields, createSentCall('archiveNotification', inputOf(row)))
}

function unarchiving(row: NotificationRow) {
  return notifications.setting(
    row,
    { archived_at: null },
    createSentCall('unarchiveNotification', inputOf(row)),
  )
}

function snoozing(row: NotificationRow, snoozed_till: string | null) {
  const fields = { snoozed_till, ...(snoozed_till !== null && { woke_at: null, archived_at: null }) }
  const sent = createSentCall('updateNotification', { ...inputOf(row), body: { snoozed_till } })
  return notifications.setting(row, fields, sent)
}

function inputOf({ id }: NotificationRow) {
  return { params: { slug: currentSlug(), notification_id: id } }
}

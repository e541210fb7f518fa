import { newId } from '#common/platform/ids.ts'
import type { ReminderRow } from '#common/work/reminders/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { formatReminderTime } from './format-reminder-time.ts'

const reminders = createRowActions('reminders', {
  create: ({ id, issue_id, project_id, remind_at }) =>
    createSentCall('createReminder', {
      params: { slug: currentSlug(), project_id, id: issue_id },
      body: { id, remind_at },
    }),
  update: (row, patch: Pick<ReminderRow, 'remind_at'>) =>
    createSentCall('updateReminder', { params: paramsOf(row), body: patch }),
  remove: (row) => createSentCall('deleteReminder', { params: paramsOf(row) }),
})

export async function createReminder(item: WorkItemRow, remind_at: string): Promise<void> {
  const row: ReminderRow = {
    id: newId(),
    workspace_id: item.workspace_id,
    project_id: item.project_id,
    issue_id: item.id,
    user_id: getMyId(),
    remind_at,
  }
  await mutate(reminders.create(row, t('reminders.created', { when: formatReminderTime(remind_at) })))
}

export async function moveReminder(row: ReminderRow, remind_at: string): Promise<void> {
  await mutate(
    reminders.update(row, { remind_at }, t('reminders.created', { when: formatReminderTime(remind_at) })),
  )
}

export async function deleteReminder(row: ReminderRow): Promise<void> {
  await mutate(reminders.remove(row, t('reminders.deleted')))
}

function paramsOf({ id }: ReminderRow) {
  return { slug: currentSlug(), reminder_id: id }
}

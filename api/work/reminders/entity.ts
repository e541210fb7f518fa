import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A user's reminder of an item. The row is deleted when the notification is written. */
export const ReminderEntity = defineEntity({
  name: 'Reminder',
  tableName: 'reminders',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    project_id: p.uuid(),
    issue_id: p.uuid(),
    user_id: p.uuid(),
    remind_at: p.datetime(),
  },
})
export type Reminder = InferEntity<typeof ReminderEntity>

import { itemReminderCalls, reminderCalls } from '#common/work/reminders/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createReminder, deleteReminder, updateReminder } from './commands.ts'
import { listReminders } from './queries.ts'

export const remindersFeature = defineFeature(reminderCalls, {
  listReminders: (ctx) => listReminders(ctx),
  updateReminder: (ctx, { params, body }) => updateReminder(ctx, params.reminder_id, body),
  deleteReminder: (ctx, { params }) => deleteReminder(ctx, params.reminder_id),
})

export const itemRemindersFeature = defineFeature(itemReminderCalls, {
  createReminder: (ctx, { params, body }) => createReminder(ctx, params.id, body),
})

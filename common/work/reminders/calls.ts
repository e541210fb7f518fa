import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { reminderRow } from './schema.ts'

const all = '/api/workspaces/{slug}/reminders/' as const
const one = '/api/workspaces/{slug}/reminders/{reminder_id}/' as const

/** Calls for the caller's own reminders of work items. */
export const reminderCalls = declareCalls('reminders', {
  listReminders: {
    summary: 'List your reminders of work items, the next one first',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    answer: z.array(reminderRow),
  },
  updateReminder: {
    summary: 'Change the time of a reminder',
    method: 'PATCH',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
    body: z.object({ remind_at: isoTimestamp }),
    answer: reminderRow,
  },
  deleteReminder: {
    summary: 'Delete a reminder',
    method: 'DELETE',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
  },
})

export const itemReminderCalls = declareCalls('reminders', {
  createReminder: {
    summary: 'Remind yourself of a work item at a time, with a notification in your inbox',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/reminders/',
    who: { project: 'guest' },
    body: z.object({ id: id.optional(), remind_at: isoTimestamp }),
    status: 201,
    answer: reminderRow,
    fails: ['conflict'],
  },
})

import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'

/** A user's own reminder of a work item. Only this user receives it. */
export const reminderRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  user_id: id,
  /** Time of the notification. The reminder is then deleted. */
  remind_at: isoTimestamp,
})
export type ReminderRow = z.infer<typeof reminderRow>

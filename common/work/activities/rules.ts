import type { Comment } from '../comments/schema.ts'
import type { Activity } from './schema.ts'

/** Maximum number of records in one answer. */
export const activityHistoryLimit = 1000

/** Milliseconds within which edits of a text by one user are merged into one record. */
export const editMergeWindowMs = 30 * 60_000

/** Returns true for a change and false for a comment of the combined history. */
export function isActivityRecord(record: Activity | Comment): record is Activity {
  return 'verb' in record
}

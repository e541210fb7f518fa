import type { Comment } from '../comments/schema.ts'
import type { Activity } from './schema.ts'

/** Maximum number of entries of an item's history in one response. */
export const activityHistoryLimit = 1000

/** Milliseconds within which edits of a text by one user are merged into one record. */
export const editMergeWindowMs = 30 * 60_000

/** Returns true for a change of an item and false for a comment. The history of an item contains both. */
export function isActivityRecord(record: Activity | Comment): record is Activity {
  return 'verb' in record
}

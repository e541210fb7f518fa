import type { Comment } from '../comments/schema.ts'
import type { Activity } from './schema.ts'

/** The maximum number of records in one answer. */
export const historyLimit = 1000

/** Edits of a text by one person within this time, in milliseconds, are merged into one record. */
export const mergeEditsWithin = 30 * 60_000

/** Distinguishes changes from comments in the combined history. */
export function isChange(record: Activity | Comment): record is Activity {
  return 'verb' in record
}

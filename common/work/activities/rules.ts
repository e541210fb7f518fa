import type { Comment } from '../comments/schema.ts'
import type { Activity } from './schema.ts'

/** Records that one call answers at most. */
export const historyLimit = 1000

/** Milliseconds within which the edits of a text by one person are one record. */
export const sameEdit = 30 * 60_000

/** Told from a comment, which stands in the same history. */
export function isChange(record: Activity | Comment): record is Activity {
  return 'verb' in record
}

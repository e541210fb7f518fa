import { z } from 'zod'
import { moment } from '../../platform/time.ts'

/**
 * Used to undo the restoration of a version: it applies only while the text is still the restored one, so that later edits are
 * not lost.
 */
export const undoRestoreQuery = z.object({ while: moment.optional() })

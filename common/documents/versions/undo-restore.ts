import { z } from 'zod'
import { moment } from '../../platform/time.ts'

/**
 * Query of a restore that is the Undo of an earlier restore. It is rejected if the text has changed since
 * that restore, so that later edits are not lost.
 */
export const undoRestoreQuery = z.object({ while: moment.optional() })

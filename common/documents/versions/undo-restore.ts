import { z } from 'zod'
import { isoTimestamp } from '../../platform/time.ts'

/**
 * Query for undoing a restore. `while` is the time of the restored version (`restored_from`). If the current text no
 * longer comes from that version, the server rejects the call, so that later edits are not lost.
 */
export const undoRestoreQuery = z.object({ while: isoTimestamp.optional() })

import { z } from 'zod'
import { moment } from '../../platform/time.ts'

/** Only while the text is what was brought back from the version saved then, as Undo of that asks: what was written since stays. */
export const asUndo = z.object({ while: moment.optional() })

import { z } from 'zod'
import { id, moment } from '../../../platform/time.ts'

/** A browser in which a person is told of what happens while no tab is open. */
export const pushDevice = z.object({
  id,
  /** `Firefox` and `Linux`; null where the browser did not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
  created_at: moment,
})
export type PushDevice = z.infer<typeof pushDevice>

/** What a browser is sent, sealed for it alone. */
export interface PushMessage {
  title: string
  body: string
  /** Where it leads, within Tandem. */
  path: string
  /** What takes the place of what: of one item the last stays. */
  tag: string
}

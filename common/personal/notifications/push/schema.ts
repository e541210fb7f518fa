import { z } from 'zod'
import { id, moment } from '../../../platform/time.ts'

/** A browser that receives push messages while no tab is open. */
export const pushDevice = z.object({
  id,
  /** `Firefox` and `Linux`. Null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** True for the session of this request. */
  is_current: z.boolean(),
  created_at: moment,
})
export type PushDevice = z.infer<typeof pushDevice>

/** Encrypted content of a push message. */
export interface PushMessage {
  title: string
  body: string
  /** Path to open, relative to the app. */
  path: string
  /** A message replaces an earlier one with the same tag, so each item shows only the latest. */
  tag: string
}

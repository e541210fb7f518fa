import { z } from 'zod'
import { id, isoTimestamp } from '../../../platform/time.ts'

/** A browser that receives push messages while no tab is open. */
export const pushDevice = z.object({
  id,
  /** Names of browser and operating system, such as `Firefox` and `Linux`. Null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** True for the browser that sent this request. */
  is_current: z.boolean(),
  created_at: isoTimestamp,
})
export type PushDevice = z.infer<typeof pushDevice>

/** Encrypted content of a push message. */
export interface PushMessage {
  title: string
  body: string
  /** Path of the screen that a click opens, relative to the app. */
  path: string
  /**
   * Tag of the message. It replaces an earlier message with the same tag, so that each item shows only the
   * latest message.
   */
  tag: string
}

import { z } from 'zod'

/** A text as a call takes it; the first that is there counts: the bytes, the JSON, the HTML. */
export const documentContent = z.object({
  description_html: z.string().max(10_000_000).nullish(),
  description_json: z.record(z.string(), z.unknown()).nullish(),
  /** Base64 of a Yjs state. */
  description_binary: z.base64().nullish(),
})
export type SentContent = z.infer<typeof documentContent>

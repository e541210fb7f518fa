import { z } from 'zod'

/**
 * The content of a document in a request. If several fields are present, only one counts: the bytes before the
 * JSON, and the JSON before the HTML.
 */
export const documentContent = z.object({
  description_html: z.string().max(10_000_000).nullish(),
  description_json: z.record(z.string(), z.unknown()).nullish(),
  /** The Yjs state of the document in Base64. */
  description_binary: z.base64().nullish(),
})
export type DocumentContentInput = z.infer<typeof documentContent>

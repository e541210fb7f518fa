import { z } from 'zod'

/**
 * The content of a document in a request. If several fields are present, only one is used: `description_binary`
 * takes precedence over `description_json`, and `description_json` over `description_html`.
 */
export const documentContent = z.object({
  description_html: z.string().max(10_000_000).nullish(),
  description_json: z.record(z.string(), z.unknown()).nullish(),
  /** The Yjs state of the document in Base64. */
  description_binary: z.base64().nullish(),
})
export type DocumentContentInput = z.infer<typeof documentContent>

import type { SentContent } from '#common/documents/content/content.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'

/** What a call brings for a document; null when it brings nothing. */
export function contentOf({
  description_html: html,
  description_json: json,
  description_binary: binary,
}: SentContent): DocumentContent | null {
  if (!binary && !json && typeof html !== 'string') return null
  return { html, json: json ?? undefined, binary: binary || undefined }
}

import type { DocumentContentInput } from '#common/documents/content/content.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'

/** Returns the document content of a request, or null if it contains none. */
export function documentContentFromInput({
  description_html: html,
  description_json: json,
  description_binary: binary,
}: DocumentContentInput): DocumentContent | null {
  if (!binary && !json && typeof html !== 'string') return null
  return { html, json: json ?? undefined, binary: binary || undefined }
}

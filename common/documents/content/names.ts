import { isId } from '../../platform/ids.ts'

/**
 * Kinds of rows that have a collaborative document. The row stores the HTML, JSON and text that are derived from the
 * document.
 */
export const documentKinds = ['page', 'work_item'] as const
export type DocumentKind = (typeof documentKinds)[number]

export interface DocumentOwner {
  kind: DocumentKind
  id: string
}

/** Returns the name under which a document is stored and opened: `page:{id}` or `work_item:{id}`. */
export function documentName(kind: DocumentKind, id: string): string {
  return `${kind}:${id.toLowerCase()}`
}

/**
 * Parses a document name. Returns null for every name that `documentName` would not create, because a
 * document must not have two names.
 */
export function parseDocumentName(name: string): DocumentOwner | null {
  const colon = name.indexOf(':')
  const kind = documentKinds.find((known) => known === name.slice(0, colon))
  const id = name.slice(colon + 1)
  if (!kind || !isId(id) || documentName(kind, id) !== name) return null
  return { kind, id }
}

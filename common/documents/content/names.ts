import { isId } from '../../platform/ids.ts'

/** What owns a document; its row keeps the HTML, JSON and text derived from it. */
export const documentKinds = ['page', 'work_item'] as const
export type DocumentKind = (typeof documentKinds)[number]

export interface DocumentOwner {
  kind: DocumentKind
  id: string
}

/** `page:{id}` or `work_item:{id}`: the name under which a document is stored and opened. */
export function documentName(kind: DocumentKind, id: string): string {
  return `${kind}:${id.toLowerCase()}`
}

/** Null for anything but a name that `documentName` makes, so that one document never has two names. */
export function ownerOf(name: string): DocumentOwner | null {
  const colon = name.indexOf(':')
  const kind = documentKinds.find((known) => known === name.slice(0, colon))
  const id = name.slice(colon + 1)
  if (!kind || !isId(id) || documentName(kind, id) !== name) return null
  return { kind, id }
}

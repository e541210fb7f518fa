import type { DocumentBus } from './documents.ts'

/** Bus channel of events about documents. */
export const documentsChannel = 'documents'

/** Selects connections whose permissions must be checked again. A connection must match every given field. */
export interface RightsChanged {
  user_id?: string
  name?: string
  workspace_id?: string
}

/**
 * Events on the bus, as JSON: appended updates (only their numbers, since the log has the content), permissions that
 * may have changed, and carets, which are never stored. `from` is the sending node.
 */
export type DocumentEvent =
  | { kind: 'appended'; from: string; updates: { name: string; seq: string }[] }
  | { kind: 'rights'; changed: RightsChanged }
  | { kind: 'awareness'; from: string; name: string; update: string }
  | { kind: 'awareness-asked'; from: string; name: string }

export function publishDocumentEvent(bus: DocumentBus, news: DocumentEvent): void {
  bus.publish(documentsChannel, JSON.stringify(news))
}

/** Must be called after the commit of a change that decides who can open or edit a document. */
export function announceRights(bus: DocumentBus, changed: RightsChanged): void {
  publishDocumentEvent(bus, { kind: 'rights', changed })
}

export function onDocumentEvent(bus: DocumentBus, handler: (news: DocumentEvent) => void): () => void {
  return bus.subscribe(documentsChannel, (message) => {
    const news = newsOf(message)
    if (news) handler(news)
  })
}

/** Only our own servers publish on the channel, so the shape is not validated. */
function newsOf(message: string): DocumentEvent | null {
  const parsed: DocumentEvent | null = JSON.parse(message)
  return parsed
}

import type { DocumentBus } from './documents.ts'

/** Bus channel on which document servers exchange events. */
export const documentEventsChannel = 'documents'

/**
 * Selects the connections whose permissions must be checked again. A connection is selected if all given
 * fields match.
 */
export interface DocumentAccessChange {
  user_id?: string
  name?: string
  workspace_id?: string
}

/**
 * JSON messages on the bus. The messages announce appended updates (only their sequence numbers; receivers
 * read the updates from the log), changed permissions, and awareness (cursors of users), which is never
 * stored. `from` is the id of the sending process.
 */
export type DocumentEvent =
  | { kind: 'appended'; from: string; updates: { name: string; seq: string }[] }
  | { kind: 'rights'; changed: DocumentAccessChange }
  | { kind: 'awareness'; from: string; name: string; update: string }
  | { kind: 'awareness-asked'; from: string; name: string }

export function publishDocumentEvent(bus: DocumentBus, news: DocumentEvent): void {
  bus.publish(documentEventsChannel, JSON.stringify(news))
}

/**
 * Requests a recheck of open documents. Call this after a commit that changes who may open or write a
 * document.
 */
export function publishDocumentAccessChange(bus: DocumentBus, changed: DocumentAccessChange): void {
  publishDocumentEvent(bus, { kind: 'rights', changed })
}

export function onDocumentEvent(bus: DocumentBus, handler: (news: DocumentEvent) => void): () => void {
  return bus.subscribe(documentEventsChannel, (message) => {
    const news = newsOf(message)
    if (news) handler(news)
  })
}

/**
 * Parses a message of the bus as JSON. The message is not validated, because only servers of this Tandem
 * instance publish on this channel.
 */
function newsOf(message: string): DocumentEvent | null {
  const parsed: DocumentEvent | null = JSON.parse(message)
  return parsed
}

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
export type DocumentNews =
  | { kind: 'appended'; from: string; updates: { name: string; seq: string }[] }
  | { kind: 'rights'; changed: RightsChanged }
  | { kind: 'awareness'; from: string; name: string; update: string }
  | { kind: 'awareness-asked'; from: string; name: string }

export function announce(bus: DocumentBus, news: DocumentNews): void {
  bus.publish(documentsChannel, JSON.stringify(news))
}

/** Must be called after the commit of a change that decides who can open or edit a document. */
export function announceRights(bus: DocumentBus, changed: RightsChanged): void {
  announce(bus, { kind: 'rights', changed })
}

export function hearNews(bus: DocumentBus, handler: (news: DocumentNews) => void): () => void {
  return bus.subscribe(documentsChannel, (message) => {
    const news = newsOf(message)
    if (news) handler(news)
  })
}

/** Only our own servers publish on the channel, so the shape is not validated. */
function newsOf(message: string): DocumentNews | null {
  const parsed: DocumentNews | null = JSON.parse(message)
  return parsed
}

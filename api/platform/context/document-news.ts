import type { DocumentBus } from './documents.ts'

/** Channel on which documents tell each other, and other processes, what is in the database. */
export const documentsChannel = 'documents'

/** Whose rights have to be looked up anew: connections that match every field that is there. */
export interface RightsChanged {
  user_id?: string
  name?: string
  workspace_id?: string
}

/**
 * What goes over the bus, as JSON: updates that were appended (by number: they are read from the log), rights that may have
 * changed, and awareness (carets), which is never stored. `from` is the node that says so.
 */
export type DocumentNews =
  | { kind: 'appended'; from: string; updates: { name: string; seq: string }[] }
  | { kind: 'rights'; changed: RightsChanged }
  | { kind: 'awareness'; from: string; name: string; update: string }
  | { kind: 'awareness-asked'; from: string; name: string }

export function announce(bus: DocumentBus, news: DocumentNews): void {
  bus.publish(documentsChannel, JSON.stringify(news))
}

/** To be called after whatever changes who may open or write a document has been committed. */
export function announceRights(bus: DocumentBus, changed: RightsChanged): void {
  announce(bus, { kind: 'rights', changed })
}

export function hearNews(bus: DocumentBus, handler: (news: DocumentNews) => void): () => void {
  return bus.subscribe(documentsChannel, (message) => {
    const news = newsOf(message)
    if (news) handler(news)
  })
}

/** Only servers of ours publish on the channel, so the shape is trusted once it is JSON with a kind. */
function newsOf(message: string): DocumentNews | null {
  const parsed: DocumentNews | null = JSON.parse(message)
  return parsed
}

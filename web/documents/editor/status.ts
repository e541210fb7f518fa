/**
 * Where a document's text is: `connecting` before the server has answered, `reconnecting` and `offline` once the connection is lost
 * (edits are kept on the device), `saving` until the server has stored everything, `saved` when it has.
 */
export type DocumentStatus =
  | 'connecting'
  | 'reconnecting'
  | 'offline'
  | 'saving'
  | 'saved'
  | 'read-only'
  | 'refused'

/** Why the server closed a document, as it says it; `null` where it gave no reason that we know. */
export type RefusalReason = 'forbidden' | 'too-large' | 'too-many' | 'malformed' | 'outdated'

export interface DocumentState {
  status: DocumentStatus
  reason: RefusalReason | null
  /** The text is nearly as long as one may be; not known before there is one. */
  isNearlyFull?: boolean
}

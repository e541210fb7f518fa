/**
 * The connection and save status of a document. `connecting`: the server has not replied yet. `reconnecting`
 * and `offline`: the connection is lost and edits are stored on this device. `saving`: the server has not
 * stored all edits yet. `saved`: the server has stored all edits.
 */
export type DocumentStatus =
  | 'connecting'
  | 'reconnecting'
  | 'offline'
  | 'saving'
  | 'saved'
  | 'read-only'
  | 'refused'

/** The reason why the server closed a document. */
export type CloseReason = 'forbidden' | 'too-large' | 'too-many' | 'malformed' | 'outdated'

export interface DocumentState {
  status: DocumentStatus
  /**
   * The reason why the server closed the document. It is null if the server did not close the document, or if
   * the reason is unknown.
   */
  reason: CloseReason | null
  /** True if the document is nearly full. It is undefined before the document is loaded. */
  isNearlyFull?: boolean
}

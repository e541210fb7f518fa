import type { Document } from '@hocuspocus/server'
import type { ClientClocks } from '#common/documents/content/updates.ts'

/** A document that is open in this process. */
export interface OpenDocument {
  name: string
  workspace_id: string
  document: Document
  /** Sequence numbers of the log rows that `document` contains and that are not compacted yet. */
  known: Set<string>
  /**
   * Encoded state and state vector from loading. They are only set for large documents, until something is
   * deleted.
   */
  stored: { update: Uint8Array; vector: Uint8Array } | null
  /** Number of the latest compaction (merge of the stored updates) whose result `document` contains. */
  version: string
  /**
   * Estimated size of the stored state and the log in bytes. The real size is never larger than the estimate.
   */
  bytes: number
  /** Time at which the size was last measured exactly, in milliseconds since 1970. */
  size_measured_at: number
  /** Number of bytes of updates that are not stored yet. */
  pending: number
  /**
   * The clock of each Yjs client after all accepted updates, including updates that are not applied to
   * `document` yet. Later updates may depend on updates that are not applied yet.
   */
  arriving: ClientClocks
}

export type OpenDocuments = Map<string, OpenDocument>

/** Creates an empty entry for a document that is about to load. */
export function createOpenDocument(name: string, workspace_id: string, document: Document): OpenDocument {
  return {
    name,
    workspace_id,
    document,
    known: new Set(),
    stored: null,
    version: '0',
    bytes: 0,
    size_measured_at: 0,
    pending: 0,
    arriving: new Map(),
  }
}

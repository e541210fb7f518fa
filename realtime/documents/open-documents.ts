import type { Document } from '@hocuspocus/server'

/** A document in the memory of this process. */
export interface OpenDocument {
  name: string
  workspace_id: string
  document: Document
  /** Rows of the log that are in `document` already and not merged yet. */
  known: Set<string>
  /** The compaction that is in `document`. */
  version: string
  /** At least as large as the stored state and its log. */
  bytes: number
  /** Of updates that are on their way into the log. */
  pending: number
}

export type OpenDocuments = Map<string, OpenDocument>

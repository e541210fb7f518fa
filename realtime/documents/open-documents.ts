import type { Document } from '@hocuspocus/server'
import type { Clocks } from '#common/documents/content/updates.ts'

/** A document in the memory of this process. */
export interface OpenDocument {
  name: string
  workspace_id: string
  document: Document
  /** Rows of the log that are in `document` already and not merged yet. */
  known: Set<string>
  /** As it was when it was opened, with its state vector, where it is large and nothing of it was deleted since. */
  stored: { update: Uint8Array; vector: Uint8Array } | null
  /** The compaction that is in `document`. */
  version: string
  /** At least as large as the stored state and its log. */
  bytes: number
  /** When its exact size was found out last, in milliseconds since 1970. */
  measured_at: number
  /** Of updates that are on their way into the log. */
  pending: number
  /** How far those go that were accepted: the next may build on them before they are in `document`. */
  arriving: Clocks
}

export type OpenDocuments = Map<string, OpenDocument>

/** The entry of a document of which nothing has been read yet. */
export function emptyEntry(name: string, workspace_id: string, document: Document): OpenDocument {
  return {
    name,
    workspace_id,
    document,
    known: new Set(),
    stored: null,
    version: '0',
    bytes: 0,
    measured_at: 0,
    pending: 0,
    arriving: new Map(),
  }
}

import type { Generated, GeneratedAlways } from 'kysely'

/** The document tables for Kysely. Only this folder reads and writes them. */
export interface DocumentTables {
  documents: DocumentsTable
  document_updates: DocumentUpdatesTable
}

interface DocumentsTable {
  name: string
  workspace_id: string
  /** The merged Yjs state. Is null until the first compaction. */
  state: Uint8Array | null
  /**
   * Number of compactions. If this number has changed, another process has merged log rows, possibly rows
   * that this process has not read.
   */
  version: Generated<string>
  updated_at: Generated<Date>
}

interface DocumentUpdatesTable {
  seq: GeneratedAlways<string>
  name: string
  workspace_id: string
  /** One or more Yjs updates in the format that `packing.ts` describes. */
  updates: Uint8Array
  user_id: string | null
  /** True if the derived text on the page or item already contains these updates. */
  is_derived: Generated<boolean>
  created_at: Generated<Date>
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type { RenderedDocument } from '#common/document/render.ts'

/** What a person may do with a document. Null: it does not exist for them. */
export interface DocumentAccess {
  right: 'read' | 'write'
  workspace_id: string
}

export interface DerivedContent extends RenderedDocument {
  /** Who wrote last, as far as is known. */
  user_id: string | null
}

/** Wakes this process and, where there are several, the others. A message may get lost: what it announces is in the database. */
export interface Bus {
  publish(channel: string, message: string): void
  subscribe(channel: string, handler: (message: string) => void): () => void
}

/** What documents need to know of those who own them: pages and work items say who may, and keep what is derived. */
export interface DocumentPorts {
  em: EntityManager
  bus: Bus
  /** By the same rules as the API; asked anew whenever it matters, so it need not be remembered. */
  access(userId: string, name: string): Promise<DocumentAccess | null>
  /** Keeps HTML, JSON, text and mentions on the owner's row, in the transaction of `em`. */
  storeDerived(em: EntityManager, name: string, content: DerivedContent): Promise<void>
  /** The HTML on the owner's row, which a document without a state begins with. */
  storedHtml(em: EntityManager, name: string): Promise<string | null>
}

export interface DocumentTarget {
  name: string
  workspace_id: string
}

/** What a REST write may bring; the first that is there counts, in this order. `binary` is a Yjs update in base64. */
export interface DocumentContent {
  binary?: string | null
  json?: unknown
  html?: string | null
}

export interface StoredDocument extends RenderedDocument {
  /** The Yjs state; no bytes at all for a document nobody has written to. */
  binary: Uint8Array
}

/** Reads and writes documents for commands, through the same log as open editors, which see a write once it is committed. */
export interface DocumentWriter {
  /**
   * Replaces the content within the transaction of `em`, derived columns of the owner's row included. Throws `invalid` or
   * `too_large` and keeps nothing when the content is none.
   */
  write(
    em: EntityManager,
    target: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<RenderedDocument>
  read(em: EntityManager, target: DocumentTarget): Promise<StoredDocument>
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type { TokenLimits } from '#common/identity/api-tokens/rules.ts'
import type { BodyToParse, ParsedBody } from '#common/platform/parse-body.ts'

/** What a person may do with a document. Null: it does not exist for them. */
export interface DocumentAccess {
  right: 'read' | 'write'
  workspace_id: string
}

/** What is kept of a document on its owner's row. */
export interface DerivedText {
  html: string
  /** The document as editor JSON, in UTF-8: what is only stored goes from the thread to the database as it is. */
  json: Uint8Array
  /** Plain text in UTF-8. A person in it is `@` and their id: what they are called is not in the document. */
  text: Uint8Array
  mention_ids: string[]
  /** Pages that it links to. */
  page_ids: string[]
  /** A page's title as it stands in the document; empty without one. */
  title: string
}

export interface DerivedContent extends DerivedText {
  /** Who wrote last, as far as is known. */
  user_id: string | null
  /** All who wrote since a text was derived before. */
  writer_ids: string[]
  /** Of a text that was brought back, when it had been saved. */
  restored_from?: Date | null
}

/** Wakes this process and, where there are several, the others. A message may get lost: what it announces is in the database. */
export interface DocumentBus {
  publish(channel: string, message: string): void
  subscribe(channel: string, handler: (message: string) => void): () => void
}

/** Whose rights are asked, and what an API token leaves of them. */
export interface DocumentCaller {
  user_id: string
  token: TokenLimits | null
}

/** What documents need to know of those who own them: pages and work items say who may, and keep what is derived. */
export interface DocumentPorts {
  em: EntityManager
  bus: DocumentBus
  /** By the same rules as the API; asked anew whenever it matters, so it need not be remembered. */
  access(user: DocumentCaller, name: string): Promise<DocumentAccess | null>
  /** Keeps HTML, JSON, text and mentions on the owner's row, in the transaction of `em`. */
  storeDerived(em: EntityManager, name: string, content: DerivedContent): Promise<void>
  /** The HTML on the owner's row, which a document without a state begins with. */
  storedHtml(em: EntityManager, name: string): Promise<string | null>
}

export interface DocumentTarget {
  name: string
  workspace_id: string
}

/**
 * What a REST write may bring. Of the first three the first that is there counts: `binary` is a Yjs update in base64 and is merged, the
 * others are a whole text.
 */
export interface DocumentContent {
  binary?: string | null
  json?: unknown
  html?: string | null
  title?: string
  /** The title as it is stored. What somebody types there meanwhile is merged with `title`. */
  title_before?: string
  /** True for a writer who follows the change feed, as our own client does, and so has seen `title_before`. For others the title counts that they read or sent last. */
  hears_changes?: boolean
  /** A checked `If-Match`: the text has to be this one still. Without it what differs from the text that the writer knew is merged. */
  match?: string | null
  /** When the text had been saved that is brought back by this. */
  restored_from?: Date
}

export interface WrittenDocument extends DerivedText {
  /** Of the text as it is now; null when others' changes are in it that the writer does not know. */
  etag: string | null
}

/** Reads and writes documents for commands, through the same log as open editors, which see a write once it is committed. */
export interface DocumentWriter {
  /**
   * Writes the content within the transaction of `em`, derived columns of the owner's row included. Throws `invalid` or `too_large`
   * when it is none, `conflict` when `match` does not hold, and keeps nothing then. What is costly is done between two runs of the transaction.
   */
  write(
    em: EntityManager,
    target: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<WrittenDocument>
  /** For a command that makes the owner too: to be called before its first statement, so that little of it runs twice. */
  prepare(em: EntityManager, content: DocumentContent, userId: string): void
  /**
   * What a text says in all its forms, for one that is no document and is kept as it is sent; worked out before anything is written. It came in
   * the fields `{field}_html` and `{field}_json`, of which it is said what is wrong with it.
   */
  derive(em: EntityManager, content: DocumentContent, userId: string, field: string): Promise<DerivedText>
  /** Parses the body of a request that brings a document, in a thread. */
  parse(body: BodyToParse, person: string): Promise<ParsedBody>
  /** The Yjs state of a text that is no document; worked out before the transaction. */
  stateOf(em: EntityManager, html: string, userId: string): Promise<Uint8Array>
  /** Notes the title that a person was told, which what they send next is compared with. */
  learnTitle(userId: string, name: string, title: string): void
  /** The HTML of a document as it is now; `stored` is what stands on the owner's row. The person is taken to know it from then on. */
  html(em: EntityManager, target: DocumentTarget, stored: string, userId: string): Promise<string>
  /** The same with the Yjs state, which has no bytes at all for a document nobody has written to. */
  binary(
    em: EntityManager,
    target: DocumentTarget,
    stored: string,
    userId: string,
  ): Promise<{ binary: Uint8Array; html: string }>
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type { TokenLimits } from '#common/identity/api-tokens/rules.ts'
import type { BodyToParse, ParsedBody } from '#common/platform/parse-body.ts'

/** A user's access to a document. Null if the document does not exist for them. */
export interface DocumentAccess {
  right: 'read' | 'write'
  workspace_id: string
}

/** The forms of a document that are stored on its owner's row. */
export interface DerivedText {
  html: string
  /** Editor JSON as UTF-8 bytes. The bytes go from the worker thread to the database without being decoded. */
  json: Uint8Array
  /** Plain text in UTF-8. A mention is `@` and the user id, because names can change. */
  text: Uint8Array
  mention_ids: string[]
  /** Ids of linked pages. */
  page_ids: string[]
  /** The title of a page in the document; empty for other documents. */
  title: string
}

export interface DerivedContent extends DerivedText {
  /** The last writer, if known. */
  user_id: string | null
  /** Everyone who wrote since the text was last derived. */
  writer_ids: string[]
  /** For a restored version: when it had been saved. */
  restored_from?: Date | null
  /** The content stays the same and only its format changes, so that its owner does not count as edited. */
  is_conversion?: boolean
}

/**
 * Publishes messages to this process and, through Redis, to others. Messages may be lost, so the announced data must be
 * in the database.
 */
export interface DocumentBus {
  publish(channel: string, message: string): void
  subscribe(channel: string, handler: (message: string) => void): () => void
}

/** The user whose permissions are checked, with the limits of their API token. */
export interface DocumentCaller {
  user_id: string
  token: TokenLimits | null
}

/**
 * The functions that the document server requires from the owners of documents. Pages and work items check permissions and store the
 * derived text.
 */
export interface DocumentPorts {
  em: EntityManager
  bus: DocumentBus
  /** Checks permissions by the rules of the API. The result is not cached. */
  access(user: DocumentCaller, name: string): Promise<DocumentAccess | null>
  /** Stores the derived text on the owner's row, in the transaction of `em`. */
  storeDerived(em: EntityManager, name: string, content: DerivedContent): Promise<void>
  /** Returns the HTML on the owner's row, from which a document without a state starts. */
  storedHtml(em: EntityManager, name: string): Promise<string | null>
}

export interface DocumentTarget {
  name: string
  workspace_id: string
}

/**
 * The content of a REST write. The first of the first three fields counts: `binary` is a base64 Yjs update that is
 * merged; the others replace the whole text.
 */
export interface DocumentContent {
  binary?: string | null
  json?: unknown
  html?: string | null
  title?: string
  /** The title that the writer saw. Concurrent edits of the title are merged with `title`. */
  title_before?: string
  /**
   * True for clients that follow the change feed and have therefore seen `title_before`. For others, the last title
   * that they read or sent counts.
   */
  hears_changes?: boolean
  /**
   * A checked `If-Match`: the text must be unchanged. Without it, the text is merged with the version that the writer
   * last read.
   */
  match?: string | null
  /** For a restored version: when it had been saved. */
  restored_from?: Date
  /** A client only converted the format of the text. */
  is_conversion?: boolean
}

export interface WrittenDocument extends DerivedText {
  /** ETag of the current text. Null if it contains changes that the writer has not seen. */
  etag: string | null
}

/**
 * Reads and writes documents for commands, through the same log as open editors. Editors receive a write after its
 * commit.
 */
export interface DocumentWriter {
  /**
   * Writes the content and the derived columns of the owner's row in the transaction of `em`. Throws `invalid`,
   * `too_large`, or `conflict` if `match` does not hold, and then writes nothing. Expensive work runs outside the
   * transaction, which is then repeated.
   */
  write(
    em: EntityManager,
    target: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<WrittenDocument>
  /** For commands that also create the owner. Call this before the first statement, so that little is repeated. */
  prepare(em: EntityManager, content: DocumentContent, userId: string): void
  /**
   * Derives all forms of a text that is stored as it is sent, without a document. Errors name the request fields
   * `{field}_html` and `{field}_json`. Runs before anything is written.
   */
  derive(em: EntityManager, content: DocumentContent, userId: string, field: string): Promise<DerivedText>
  /** Parses a request body with a document in a worker thread. */
  parse(body: BodyToParse, person: string): Promise<ParsedBody>
  /** Returns the Yjs state for HTML without a document. Runs before the transaction. */
  stateOf(em: EntityManager, html: string, userId: string): Promise<Uint8Array>
  /** Remembers the title that a user received, to merge it with the title that they send next. */
  learnTitle(userId: string, name: string, title: string): void
  /**
   * Returns the current HTML of a document; `stored` is the HTML on the owner's row. From then on the user counts as
   * having read it.
   */
  html(em: EntityManager, target: DocumentTarget, stored: string, userId: string): Promise<string>
  /** Like `html`, with the Yjs state. The state is empty if nobody has written to the document. */
  binary(
    em: EntityManager,
    target: DocumentTarget,
    stored: string,
    userId: string,
  ): Promise<{ binary: Uint8Array; html: string }>
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type { ApiTokenLimits } from '#common/identity/api-tokens/rules.ts'
import type { ParsedBody, UnparsedBody } from '#common/platform/parse-body.ts'

/** A user's access to a document. */
export interface DocumentAccess {
  right: 'read' | 'write'
  workspace_id: string
}

/** The formats of a document that are stored on the row of its page or work item. */
export interface DerivedText {
  html: string
  /**
   * Editor JSON as UTF-8 bytes. The bytes go from the worker thread to the database without being decoded.
   */
  json: Uint8Array
  /** Plain text in UTF-8. A mention is written as `@` and the user id, because names can change. */
  text: Uint8Array
  mention_ids: string[]
  /** Ids of the pages to which the document links. */
  page_ids: string[]
  /** The title in the document of a page. An empty string for a document of a work item. */
  title: string
}

export interface DerivedContent extends DerivedText {
  /** Id of the last writer, or null if unknown. */
  user_id: string | null
  /** Ids of all users who wrote since the text was last derived. */
  writer_ids: string[]
  /**
   * The time when the restored version was saved. Is null or omitted if the text was not restored from a
   * version.
   */
  restored_from?: Date | null
  /** True if only the format of the content changes, so that its page or item does not count as edited. */
  is_conversion?: boolean
  /** True if the same transaction created the page or item. Its document then has no earlier text. */
  is_new?: boolean
}

/**
 * Publishes messages to this process and, through Redis, to other processes. Messages may be lost, so the
 * data that they announce must be in the database.
 */
export interface DocumentBus {
  publish(channel: string, message: string): void
  subscribe(channel: string, handler: (message: string) => void): () => void
}

/** The user whose permissions are checked, with the limits of their API token. */
export interface DocumentCaller {
  user_id: string
  token: ApiTokenLimits | null
}

/**
 * The dependencies of the document server. Pages and work items provide the functions that check permissions
 * and store the derived text.
 */
export interface DocumentPorts {
  em: EntityManager
  bus: DocumentBus
  /**
   * Checks permissions by the rules of the API. The result is not cached. Returns null if the user has no
   * access, or if the document does not exist.
   */
  access(user: DocumentCaller, name: string): Promise<DocumentAccess | null>
  /** Stores the derived text on the row of the page or work item, in the transaction of `em`. */
  storeDocumentContent(em: EntityManager, name: string, content: DerivedContent): Promise<void>
  /**
   * Returns the HTML on the row of the page or work item. A document without Yjs updates starts with this
   * HTML. Returns null if the page or work item does not exist.
   */
  loadStoredHtml(em: EntityManager, name: string): Promise<string | null>
}

export interface DocumentTarget {
  name: string
  workspace_id: string
  /**
   * True if the same transaction created the page or item. Nobody else can see the document yet, so it is written
   * without a lock and without a comparison with its log.
   */
  is_new?: boolean
}

/**
 * The content of a REST write. Only the first set field among `binary`, `json` and `html` counts. `binary` is
 * a base64 Yjs update that is merged; `json` and `html` replace the whole text.
 */
export interface DocumentContent {
  binary?: string | null
  json?: unknown
  html?: string | null
  title?: string
  /**
   * The title that the user saw before the change. The new `title` is merged with concurrent edits by other
   * users.
   */
  title_before?: string
  /**
   * True if the client follows the change feed and has therefore seen `title_before`. Otherwise, the last
   * title that the client read or sent is used.
   */
  receives_changes?: boolean
  /**
   * A validated `If-Match` header, which requires that the text is unchanged. Without it, the text is merged
   * with the version that the writer last read.
   */
  match?: string | null
  /** The time when the restored version was saved. Is omitted if the text was not restored from a version. */
  restored_from?: Date
  /** True if a client only converted the format of the text. */
  is_conversion?: boolean
}

export interface WrittenDocument extends DerivedText {
  /** ETag of the current text. Is null if the text contains changes that the user has not seen. */
  etag: string | null
}

/**
 * Reads and writes documents for commands, through the same log as open editors. Editors receive a write
 * after its commit.
 */
export interface DocumentWriter {
  /**
   * Writes the content of the document and the derived columns of its page or work item in the transaction of
   * `em`. Throws `invalid`, `too_large`, or `conflict` if the text does not match `match`, and then writes
   * nothing. If the conversion of the content is expensive, the transaction is rolled back, the content is
   * converted outside of it, and the transaction is repeated.
   */
  write(
    em: EntityManager,
    target: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<WrittenDocument>
  /**
   * Starts the slow conversions of documents that the command will create together with their pages or work items,
   * and of texts that it will pass to `derive`. Call it as early as possible, because slow conversions roll back the
   * transaction and then repeat the command. Converting all texts of a command together repeats it only once.
   */
  prepare(em: EntityManager, contents: readonly DocumentContent[], userId: string): void
  /**
   * Converts a text that has no Yjs document to all formats. Errors name the request fields `{field}_html`
   * and `{field}_json`. The conversion must run before anything is written.
   */
  derive(em: EntityManager, content: DocumentContent, userId: string, field: string): Promise<DerivedText>
  /** Parses a request body with a document in a worker thread. */
  parse(body: UnparsedBody, person: string): Promise<ParsedBody>
  /**
   * Returns the Yjs state for HTML that belongs to no document. The conversion runs before the transaction.
   */
  stateOf(em: EntityManager, html: string, userId: string): Promise<Uint8Array>
  /** Remembers the title that a user received, to merge it with the title that the user sends next. */
  learnTitle(userId: string, name: string, title: string): void
  /**
   * Returns the current HTML of a document. `stored` is the HTML on the row of the page or work item. The
   * function records that the user has read this HTML, unless the user receives only an excerpt of it.
   */
  html(
    em: EntityManager,
    target: DocumentTarget,
    stored: string,
    userId: string,
    options?: { isExcerpt: boolean },
  ): Promise<string>
  /**
   * Like `html`, but also returns the Yjs state. The state is empty if nobody has written to the document.
   */
  binary(
    em: EntityManager,
    target: DocumentTarget,
    stored: string,
    userId: string,
  ): Promise<{ binary: Uint8Array; html: string }>
}

import { createHash } from 'node:crypto'
import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { mergeVersions } from '#common/documents/content/merge-versions.ts'
import { mergeTitles } from '#common/documents/content/merge-words.ts'
import { InvalidDocument, nodeFromJson } from '#common/documents/content/parse-json.ts'
import { nodeFromYDoc, renderDocument } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { splitIntoUpdates } from '#common/documents/content/split-into-updates.ts'
import { getDocumentTitle, maxPageNameLength, setDocumentTitle } from '#common/documents/content/title.ts'
import {
  containsUpdate,
  documentFromUpdates,
  encodeStateSince,
  InvalidUpdate,
  maxStructs,
  pendingUpdates,
  TooManyStructs,
  validateYjsUpdate,
} from '#common/documents/content/updates.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { unpackJson } from '#common/platform/packed-json.ts'
import type { DerivedText, DocumentContent } from '../../platform/context/documents.ts'
import { computeEtag, matchesEtag } from './etag.ts'
import { emptyHtml } from './load-document.ts'

/**
 * The stored parts of a document and the change to apply. The task is sent to a worker thread, so it contains
 * only plain data.
 */
export interface MergeTask {
  name: string
  /** The stored updates in order. */
  parts: Uint8Array[]
  /** True if the first part is the merged state. */
  has_state?: boolean
  /** Initial HTML of a document without parts. */
  html: string | null
  content?: DocumentContent
  /**
   * The text that the author of `content` last read. If null, `content` is compared with the current text.
   */
  base?: string | null
  /** The title that the author last read. If null, the new title is compared with the current title. */
  base_title?: string | null
  /** Name of the page. If the title in the document is empty, this name is inserted. */
  name_of_page?: string | null
  /** If true, the task derives HTML, JSON and text, which is expensive. */
  derives: boolean
  /** If true, the task also derives the text of the document before `content` is applied. */
  derives_before?: boolean
  /**
   * If set, the task also converts the text in `content` to Markdown. The maps contain the names of users and
   * the addresses of pictures by id.
   */
  words?: { people: Record<string, string>; pictures: Record<string, string> }
  /** If true, the task returns the whole document in small pieces, which the caller applies one at a time. */
  in_pieces?: boolean
  /** If set, only the changes since this Yjs state vector are returned. */
  since?: Uint8Array
}

export interface MergedDocument {
  /** The whole document as one Yjs update. It has no bytes if the document is empty or if `since` is set. */
  state: Uint8Array
  /** State vector of the whole document. */
  vector: Uint8Array
  /** The document, or the changes since `since`, as Yjs updates to apply in order. */
  pieces: Uint8Array[]
  /**
   * Updates to append to the log, in this order: the converted HTML, the inserted title, and the changes of
   * `content`.
   */
  updates: Uint8Array[]
  /** True if `content` changed anything. */
  is_changed: boolean
  /** HTML of the text in `content`, before `content` was merged with the changes of other users. */
  sent: string | null
  /** HTML, JSON and text of the document. Is empty if `derives` is false. */
  derived: DerivedText
  /** The text in `content` as Markdown. Is null if it was not requested. */
  markdown: string | null
  /** The text before the change. Is null if the task did not set `derives_before`. */
  before: DerivedText | null
  /** Number of parts that Yjs could not apply. */
  refused: number
  /** Indexes of parts that depend on missing updates. These parts are not removed from the log. */
  waiting: number[]
}

/**
 * Merges the updates of a document, applies the change `content` and derives HTML, JSON and text. This is expensive,
 * so it runs in a worker thread. Throws `invalid` or `too_large` for bad content. Throws `conflict` with the current
 * text if the ETag of that text does not match `content.match`.
 */
export async function mergeDocument(task: MergeTask): Promise<MergedDocument> {
  const { name, parts, content = {} } = task
  const sent = await textOf(content)
  const imported = parts.length === 0 ? await updateOfHtml(name, task.html) : null
  const { doc, refused } = documentFromUpdates(imported ? [imported] : parts)
  assertStateReadable(task, refused)
  const titled =
    task.name_of_page && getDocumentTitle(doc) === '' ? setDocumentTitle(doc, task.name_of_page) : null
  if (content.match) await assertMatchesEtag(content.match, doc)
  const before = derivedIf(task.derives_before, doc)
  const changes = [
    sent && replaceContent(doc, await merged(sent, nodeFromYDoc(doc), content.match ? null : task.base)),
    content.binary && applyBinary(doc, content.binary),
    content.title !== undefined &&
      setDocumentTitle(doc, mergedTitle(content.title, getDocumentTitle(doc), task.base_title)),
  ].filter((change) => change instanceof Uint8Array)
  const updates = [imported, titled, ...changes].filter((update) => update !== null)
  const pieces = piecesWanted(task, doc)
  const isEmpty = parts.length + updates.length === 0
  const state = isEmpty || task.since ? new Uint8Array() : encodeStateSince(doc)
  if (changes.length > 0) assertNotTooLarge(state.byteLength)
  if (changes.some((change) => Y.decodeUpdate(change).structs.length > maxStructs)) throw tooManyParts()
  return {
    state,
    vector: Y.encodeStateVector(doc),
    pieces,
    updates,
    is_changed: changes.length > 0,
    sent: sent && nodeToHtml(sent),
    derived: derivedIf(task.derives, doc) ?? nothing,
    markdown: markdownIf(task.words, sent),
    before,
    refused: refused.length,
    waiting: pendingUpdates(doc, parts, refused),
  }
}

function markdownIf(words: MergeTask['words'], text: Node | null): string | null {
  if (words === undefined || text === null) return null
  return documentToMarkdown(text, {
    personName: (id) => words.people[id],
    pictureAddress: (id) => words.pictures[id] ?? id,
  })
}

function piecesWanted({ in_pieces, since }: MergeTask, doc: Y.Doc): Uint8Array[] {
  if (since) return [encodeStateSince(doc, since)]
  return in_pieces ? splitIntoUpdates(doc) : []
}

/**
 * Throws if the merged state is unreadable. If the state were skipped, the merge would replace the full text
 * by an empty text.
 */
function assertStateReadable({ parts, has_state }: MergeTask, refused: Uint8Array[]): void {
  if (has_state && refused.some((part) => part === parts[0]))
    throw new AppError('unavailable', 'The stored text can’t be read.')
}

const nothing: DerivedText = {
  html: '',
  json: new Uint8Array(),
  text: new Uint8Array(),
  mention_ids: [],
  page_ids: [],
  title: '',
}

async function assertMatchesEtag(ifMatch: string, doc: Y.Doc): Promise<void> {
  const description_html = nodeToHtml(nodeFromYDoc(doc))
  const etag = await computeEtag(description_html)
  if (matchesEtag(ifMatch, etag)) return
  throw new AppError('conflict', 'The text has changed since you loaded it.', {
    current: { etag, description_html },
  })
}

/** Applies the difference between `base` and `sent` to the current text. */
async function merged(sent: Node, live: Node, base: string | null = null): Promise<Node> {
  if (base === null || base === nodeToHtml(live)) return sent
  return mergeVersions(await nodeOfHtml(base), live, sent)
}

function mergedTitle(sent: string, live: string, base: string | null = null): string {
  return base === null || base === live ? sent : mergeTitles(base, live, sent).slice(0, maxPageNameLength)
}

/**
 * Returns JSON and text as bytes, because transferring structured objects between threads is slow. Returns
 * null if the text is not wanted.
 */
function derivedIf(isWanted: boolean | undefined, doc: Y.Doc): DerivedText | null {
  if (!isWanted) return null
  const { json, text, ...rendered } = renderDocument(doc)
  return {
    ...rendered,
    json: utf8.encode(JSON.stringify(json)),
    text: utf8.encode(text),
    title: getDocumentTitle(doc),
  }
}

const utf8 = new TextEncoder()

/**
 * Converts HTML to a Yjs update. The client id is a hash of the document name and the HTML, so that repeated
 * conversions create the same update. A client that received the update before it was stored therefore does not
 * get the text twice. Returns null for an empty text.
 */
async function updateOfHtml(name: string, html: string | null): Promise<Uint8Array | null> {
  if (!html || html === emptyHtml) return null
  const doc = new Y.Doc()
  doc.clientID = createHash('sha256').update(`${name} ${html}`).digest().readUInt32BE()
  return replaceContent(doc, await nodeOfHtml(html))
}

/**
 * Returns the text that `content` contains as JSON or HTML, or null if there is none. A Yjs update in
 * `content.binary` is applied separately.
 */
async function textOf(content: DocumentContent): Promise<Node | null> {
  if (content.binary) return null
  const json = unpackJson(content.json)
  const { html } = content
  if (hasContent(json)) return fromField('description_json', () => nodeFromJson(json))
  if (html === undefined || html === null) return null
  assertNotTooLarge(Buffer.byteLength(html))
  return fromField('description_html', () => nodeOfHtml(html))
}

/** Returns false for an empty object, because clients send one for new rows that have no text. */
function hasContent(json: unknown): boolean {
  if (json === undefined || json === null) return false
  return typeof json !== 'object' || Array.isArray(json) || Object.keys(json).length > 0
}

/** Load the parser on demand, because most threads never need it. */
async function nodeOfHtml(html: string): Promise<Node> {
  const { nodeFromHtml } = await import('./parse-html.ts')
  return nodeFromHtml(html)
}

/**
 * Applies the bytes as a Yjs update. Returns the part that the document did not contain yet, so that sending
 * the bytes twice changes nothing.
 */
function applyBinary(doc: Y.Doc, base64: string): Uint8Array | null {
  const bytes = Buffer.from(base64, 'base64')
  assertNotTooLarge(bytes.byteLength)
  try {
    validateYjsUpdate(bytes)
    if (containsUpdate(doc, bytes)) return null
    const before = Y.encodeStateVector(doc)
    const wasWaiting = isWaiting(doc)
    Y.applyUpdate(doc, bytes)
    if (isWaiting(doc) && !wasWaiting) throw new InvalidUpdate('continues what is not here')
    return Y.encodeStateAsUpdate(doc, before)
  } catch (error) {
    // Yjs throws errors of various classes for invalid bytes, so all unknown errors count as invalid bytes.
    if (error instanceof AppError) throw error
    if (error instanceof TooManyStructs) throw tooManyParts()
    throw invalid('description_binary', 'Invalid binary data')
  }
}

function isWaiting({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null
}

async function fromField(field: string, read: () => Node | Promise<Node>): Promise<Node> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InvalidDocument) throw invalid(field, error.message)
    throw error
  }
}

function assertNotTooLarge(bytes: number): void {
  if (bytes > maxDocumentBytes) throw new AppError('too_large', 'The document is larger than 10 MB.')
}

function tooManyParts(): AppError {
  return new AppError(
    'too_large',
    'This change affects too many parts of the text at once. Make several smaller changes.',
  )
}

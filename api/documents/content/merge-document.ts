import { createHash } from 'node:crypto'
import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { htmlOf } from '#common/documents/content/html.ts'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import { documentToMarkdown } from '#common/documents/content/markdown.ts'
import { mergeVersions } from '#common/documents/content/merge-versions.ts'
import { mergeTitles } from '#common/documents/content/merge-words.ts'
import { InvalidDocument, nodeFromJson } from '#common/documents/content/parse-json.ts'
import { piecesOf } from '#common/documents/content/pieces.ts'
import { nodeOf, renderDocument } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { pageNameLength, setTitle, titleOf } from '#common/documents/content/title.ts'
import {
  checkUpdate,
  containsUpdate,
  documentFromUpdates,
  InvalidUpdate,
  maxStructs,
  pendingUpdates,
  stateOf,
  TooManyParts,
} from '#common/documents/content/updates.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { unpackJson } from '#common/platform/packed-json.ts'
import type { DerivedText, DocumentContent } from '../../platform/context/documents.ts'
import { etagOf, matches } from './etag.ts'
import { emptyHtml } from './load-document.ts'

/** What is stored of a document and what it shall become. It goes to a thread, so it is plain data. */
export interface MergeTask {
  name: string
  /** The stored updates in order. */
  parts: Uint8Array[]
  /** Whether the first of them is the merged state, which is all there was when it was stored. */
  has_state?: boolean
  /** What a document without parts begins with. */
  html: string | null
  content?: DocumentContent
  /** The text that the writer of `content` knew; null for the one that is there. */
  base?: string | null
  /** The title that they knew; null for the one that is there. */
  base_title?: string | null
  /** What a page is called: fills a title that is empty. */
  name_of_page?: string | null
  /** Whether HTML, JSON and text are wanted; they cost more than the rest. */
  derives: boolean
  /** Whether it is wanted, too, what the parts say before a text in `content` takes their place. */
  derives_before?: boolean
  /** Given, the text in `content` is wanted as Markdown, in which people and pictures are called so, by their ids. */
  words?: { people: Record<string, string>; pictures: Record<string, string> }
  /** Whether the whole is wanted in pieces, for somebody who applies them between other work; */
  in_pieces?: boolean
  /** or only what is not in a document of this state vector yet. */
  since?: Uint8Array
}

export interface MergedDocument {
  /** The whole as one Yjs update; no bytes for a document nobody has written to, or when only what came since is wanted. */
  state: Uint8Array
  /** The state vector of the whole. */
  vector: Uint8Array
  /** The whole, or what came since, as Yjs updates to apply in order; where it is wanted so. */
  pieces: Uint8Array[]
  /** To be appended to the log: what was made of `html`, then the title that was filled in, then what `content` changes. */
  updates: Uint8Array[]
  /** Whether `content` said anything new. */
  is_changed: boolean
  /** The HTML of the whole text that `content` brought, before it was merged with what others changed. */
  sent: string | null
  /** Empty where it was not wanted. */
  derived: DerivedText
  /** Null where it was not wanted. */
  markdown: string | null
  /** What it said before; null where it was not wanted. */
  before: DerivedText | null
  /** Parts that Yjs could not apply. */
  refused: number
  /** Places of the parts that are not in the state: they wait for something that never came, and stay in the log as they are. */
  waiting: number[]
}

/**
 * All that is costly with a document, in one go; runs in a thread. Throws `invalid` or `too_large` for content that is none, `conflict`
 * with the text as it is when it is not the one that `content` is meant for.
 */
export async function mergeDocument(task: MergeTask): Promise<MergedDocument> {
  const { name, parts, content = {} } = task
  const sent = await textOf(content)
  const imported = parts.length === 0 ? await updateOfHtml(name, task.html) : null
  const { doc, refused } = documentFromUpdates(imported ? [imported] : parts)
  refuseWithoutState(task, refused)
  const titled = task.name_of_page && titleOf(doc) === '' ? setTitle(doc, task.name_of_page) : null
  if (content.match) await refuseUnless(content.match, doc)
  const before = derivedIf(task.derives_before, doc)
  const changes = [
    sent && replaceContent(doc, await merged(sent, nodeOf(doc), content.match ? null : task.base)),
    content.binary && applyBinary(doc, content.binary),
    content.title !== undefined && setTitle(doc, mergedTitle(content.title, titleOf(doc), task.base_title)),
  ].filter((change) => change instanceof Uint8Array)
  const updates = [imported, titled, ...changes].filter((update) => update !== null)
  const pieces = piecesWanted(task, doc)
  const isEmpty = parts.length + updates.length === 0
  const state = isEmpty || task.since ? new Uint8Array() : stateOf(doc)
  if (changes.length > 0) refuseTooLarge(state.byteLength)
  if (changes.some((change) => Y.decodeUpdate(change).structs.length > maxStructs)) throw tooManyParts()
  return {
    state,
    vector: Y.encodeStateVector(doc),
    pieces,
    updates,
    is_changed: changes.length > 0,
    sent: sent && htmlOf(sent),
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
  if (since) return [stateOf(doc, since)]
  return in_pieces ? piecesOf(doc) : []
}

/** Skipped like an update that cannot be applied, an unreadable state would leave an empty text in place of a full one. */
function refuseWithoutState({ parts, has_state }: MergeTask, refused: Uint8Array[]): void {
  if (has_state && refused.some((part) => part === parts[0]))
    throw new AppError('unavailable', 'The stored text cannot be read.')
}

const nothing: DerivedText = {
  html: '',
  json: new Uint8Array(),
  text: new Uint8Array(),
  mention_ids: [],
  page_ids: [],
  title: '',
}

async function refuseUnless(ifMatch: string, doc: Y.Doc): Promise<void> {
  const description_html = htmlOf(nodeOf(doc))
  const etag = await etagOf(description_html)
  if (matches(ifMatch, etag)) return
  throw new AppError('conflict', 'The text has changed since it was read.', {
    current: { etag, description_html },
  })
}

/** What `sent` changes in the text that its writer knew, done to the one that is there. */
async function merged(sent: Node, live: Node, base: string | null = null): Promise<Node> {
  if (base === null || base === htmlOf(live)) return sent
  return mergeVersions(await nodeOfHtml(base), live, sent)
}

function mergedTitle(sent: string, live: string, base: string | null = null): string {
  return base === null || base === live ? sent : mergeTitles(base, live, sent).slice(0, pageNameLength)
}

/** JSON leaves the thread as it is stored: objects cost much to hand over. */
function derivedIf(isWanted: boolean | undefined, doc: Y.Doc): DerivedText | null {
  if (!isWanted) return null
  const { json, text, ...rendered } = renderDocument(doc)
  return {
    ...rendered,
    json: utf8.encode(JSON.stringify(json)),
    text: utf8.encode(text),
    title: titleOf(doc),
  }
}

const utf8 = new TextEncoder()

/** The same bytes every time, so that whoever was given them before they were stored has the same text and not a second one. */
async function updateOfHtml(name: string, html: string | null): Promise<Uint8Array | null> {
  if (!html || html === emptyHtml) return null
  const doc = new Y.Doc()
  doc.clientID = createHash('sha256').update(`${name} ${html}`).digest().readUInt32BE()
  return replaceContent(doc, await nodeOfHtml(html))
}

/** The whole text that `content` brings, or null for none. */
async function textOf(content: DocumentContent): Promise<Node | null> {
  if (content.binary) return null
  const json = unpackJson(content.json)
  const { html } = content
  if (hasContent(json)) return fromField('description_json', () => nodeFromJson(json))
  if (html === undefined || html === null) return null
  refuseTooLarge(Buffer.byteLength(html))
  return fromField('description_html', () => nodeOfHtml(html))
}

/** What a client calls no JSON at all: nothing, or the empty object that a fresh row carries. */
function hasContent(json: unknown): boolean {
  if (json === undefined || json === null) return false
  return typeof json !== 'object' || Array.isArray(json) || Object.keys(json).length > 0
}

/** The parser is loaded when the first HTML comes; most threads never see any. */
async function nodeOfHtml(html: string): Promise<Node> {
  const { nodeFromHtml } = await import('./parse-html.ts')
  return nodeFromHtml(html)
}

/** Merges bytes as the update that they are, so that bytes which are sent twice change nothing. Answers what is new in them. */
function applyBinary(doc: Y.Doc, base64: string): Uint8Array | null {
  const bytes = Buffer.from(base64, 'base64')
  refuseTooLarge(bytes.byteLength)
  try {
    checkUpdate(bytes)
    if (containsUpdate(doc, bytes)) return null
    const before = Y.encodeStateVector(doc)
    const wasWaiting = isWaiting(doc)
    Y.applyUpdate(doc, bytes)
    if (isWaiting(doc) && !wasWaiting) throw new InvalidUpdate('continues what is not here')
    return Y.encodeStateAsUpdate(doc, before)
  } catch (error) {
    // Yjs says of bytes that it cannot apply no more than that they cannot be.
    if (error instanceof AppError) throw error
    if (error instanceof TooManyParts) throw tooManyParts()
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

function refuseTooLarge(bytes: number): void {
  if (bytes > maxDocumentBytes) throw new AppError('too_large', 'The document is larger than 10 MB.')
}

function tooManyParts(): AppError {
  return new AppError('too_large', 'The text changes in too many places at once.')
}

import { randomUUID } from 'node:crypto'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { createAppendQueue } from '#api/documents/content/append-queue.ts'
import { type Compaction, compact } from '#api/documents/content/compact.ts'
import { documentPartsOf, emptyHtml, loadDocument } from '#api/documents/content/load-document.ts'
import { appendUpdates, holds, type LogHead, lockDocument } from '#api/documents/content/log.ts'
import { mergeInThread } from '#api/documents/content/thread-pool.ts'
import { announce } from '#api/platform/context/document-news.ts'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import {
  type Clocks,
  checkUpdate,
  InvalidUpdate,
  isKnown,
  keepingMarks,
  TooManyParts,
} from '#common/documents/content/updates.ts'
import { AppError } from '#common/platform/errors.ts'
import { createMergeLater } from './merge-later.ts'
import type { OpenDocument, OpenDocuments } from './open-documents.ts'
import { type DocumentServerPorts, Refusal, type Visit } from './ports.ts'

export interface DocumentLog {
  /** Under which this process announces what it appended. */
  node: string
  /** Fills the document with what is stored of it. */
  load(name: string, workspaceId: string, document: Document): Promise<void>
  /** Resolves when an update of someone who may write is committed; throws a `Refusal` when it must not be applied. */
  record(connection: Connection<Visit>, update: Uint8Array): Promise<void>
  /** Merges the log of a document; failures are logged and left to the next time. */
  merge(name: string, workspaceId: string): Promise<void>
  settled(): Promise<void>
}

/** Bytes. What is smaller is encoded for whoever opens it. */
const mostEncoded = 256 * 1024

/** Ties the memory of this process to the log in the database: nothing is applied, and so acknowledged, before it is in there. */
export function createDocumentLog(ports: DocumentServerPorts, open: OpenDocuments): DocumentLog {
  const node = randomUUID()
  const { bus, log } = ports
  const em = ports.em.fork()
  const queue = createAppendQueue(
    (batch) => appendUpdates(em, batch),
    (updates) => {
      for (const { name, seq } of updates) open.get(name)?.known.add(seq)
      announce(bus, { kind: 'appended', from: node, updates })
    },
  )

  /** What is stored of a document, in small updates to apply in order; where that is HTML or a page's name alone, they become part of it first. */
  async function begun(
    name: string,
    workspaceId: string,
  ): Promise<{ parts: Uint8Array[]; head: LogHead; refused: number; stored: OpenDocument['stored'] }> {
    const loaded = await loadDocument(em, ports.storedHtml, name)
    const name_of_page = await ports.storedTitle(em, name)
    const { parts, has_state } = documentPartsOf(loaded)
    // Nothing to work out, and no thread to wait for: most items have no description.
    const isEmpty = parts.length === 0 && (!loaded.html || loaded.html === emptyHtml)
    if (isEmpty && !name_of_page) return { parts, head: loaded.head, refused: 0, stored: null }
    const task = { name, parts, has_state, html: loaded.html, name_of_page, derives: false, in_pieces: true }
    const { pieces, updates, refused, waiting, state, vector } = await mergeInThread(task, name)
    const whole = [...pieces, ...waiting.flatMap((at) => parts[at] ?? [])]
    const stored = state.byteLength > mostEncoded ? { update: state, vector } : null
    if (updates.length === 0) return { parts: whole, head: loaded.head, refused, stored }
    const added = { name, workspace_id: workspaceId, updates, user_id: null }
    const seqs = await em.fork().transactional(async (transaction) => {
      const inner = transaction as typeof em
      await lockDocument(inner, name, workspaceId)
      // Another process may have opened it too; a title that both fill in would stand there twice.
      const isAlone = await holds(inner, name, loaded.head)
      return isAlone ? appendUpdates(inner, [added], { is_derived: true }) : null
    })
    if (seqs === null) return begun(name, workspaceId)
    return { parts: whole, head: { ...loaded.head, seqs: [...loaded.head.seqs, ...seqs] }, refused, stored }
  }

  /** Answers whether it was refused, since its writer has too many waiting. */
  async function merge(name: string, workspaceId: string): Promise<boolean> {
    try {
      merged(name, await compact(ports, name, workspaceId))
      return false
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return true
      log.error(
        { err: error, document: name },
        'a document could not be compacted; its updates stay in the log',
      )
      return false
    }
  }

  function merged(name: string, compaction: Compaction | null): void {
    if (compaction === null) return
    const { refused, from, version, bytes } = compaction
    if (refused > 0) log.error({ document: name, refused }, 'updates of the document could not be applied')
    const entry = open.get(name)
    if (!entry) return
    // What others wrote may be merged before it was heard of here; then the next look finds another version, and reads it.
    const isKnown = from === entry.version && compaction.merged.every((seq) => entry.known.has(seq))
    for (const seq of compaction.merged) entry.known.delete(seq)
    if (isKnown) entry.version = version
    entry.bytes = bytes
  }

  /** Of those that are on their way, by what the queue promised for them. */
  const rows = new WeakMap<Promise<void>, Row>()

  function rowOf(entry: OpenDocument, appended: Promise<void>): Row {
    const row: Row = {
      entry,
      bytes: 0,
      stored: appended
        .then(
          () => {
            entry.bytes += row.bytes
          },
          (error: unknown) => {
            log.error({ err: error, document: entry.name }, 'an update could not be stored')
            throw new Refusal('unavailable')
          },
        )
        .finally(() => {
          entry.pending -= row.bytes
        }),
    }
    rows.set(appended, row)
    return row
  }

  const mergeLater = createMergeLater(merge)

  return {
    node,
    async load(name, workspaceId, document) {
      // Known before it is read: what others append while this one reads is applied to it as well.
      const entry: OpenDocument = {
        name,
        workspace_id: workspaceId,
        document,
        known: new Set(),
        stored: null,
        version: '0',
        bytes: 0,
        measured_at: 0,
        pending: 0,
        arriving: new Map(),
      }
      open.set(name, entry)
      keepingMarks(document)
      const { parts, head, refused, stored } = await begun(name, workspaceId)
      if (refused > 0) log.error({ document: name, refused }, 'updates of the document cannot be applied')
      for (const seq of head.seqs) entry.known.add(seq)
      entry.version = head.version
      for (const part of parts) {
        unheard(document, () => Y.applyUpdate(document, part))
        entry.bytes += part.byteLength
        await othersFirst()
      }
      // Unless others wrote meanwhile: what was deleted since must not be sent to anyone.
      if (entry.known.size > head.seqs.length) return
      entry.stored = stored
      document.on('afterTransaction', ({ deleteSet }) => {
        if (deleteSet.clients.size > 0) entry.stored = null
      })
    },

    record({ context, document }, update) {
      const entry = open.get(document.name)
      if (entry?.document !== document) return Promise.reject(new Refusal('unavailable'))
      try {
        if (!accepts(entry, update)) return Promise.resolve()
      } catch (error) {
        return Promise.reject(error)
      }
      const { user, workspace_id } = context
      const appended = queue.append({ name: entry.name, workspace_id, update, user_id: user.user_id })
      const known = rows.get(appended)
      // Closed and opened again meanwhile, a document has another entry.
      const row = known?.entry === entry ? known : rowOf(entry, appended)
      row.bytes += update.byteLength
      entry.pending += update.byteLength
      return row.stored
    },

    async merge(name, workspaceId) {
      if (await merge(name, workspaceId)) mergeLater(name, workspaceId)
    },

    settled: () => queue.settled(),
  }
}

/** Updates that are stored together: all that one person sent to a document meanwhile. */
interface Row {
  entry: OpenDocument
  bytes: number
  stored: Promise<void>
}

/** Answers false where there is nothing to store; throws a `Refusal` when it must not be. */
function accepts(entry: OpenDocument, update: Uint8Array): boolean {
  refuseTooLarge(entry, update)
  const brought = check(entry, update)
  if (!brought || isRepeated(entry, brought, update)) return false
  for (const [client, clock] of brought)
    entry.arriving.set(client, Math.max(clock, entry.arriving.get(client) ?? 0))
  return true
}

function check({ arriving, document }: OpenDocument, update: Uint8Array): Clocks | null {
  const clockOf = (client: number) => Math.max(arriving.get(client) ?? 0, Y.getState(document.store, client))
  try {
    return checkUpdate(update, clockOf)
  } catch (error) {
    if (error instanceof InvalidUpdate) throw new Refusal('malformed', error)
    if (error instanceof TooManyParts) throw new Refusal('too-large')
    throw error
  }
}

/**
 * Whether an update says only what is applied here, as of a browser that reads its own copy of the text while the server's answer is on its
 * way: stored, it would be an edit by somebody who has only looked. Where it brings a clock nothing else need be looked at.
 */
function isRepeated({ document }: OpenDocument, brought: Clocks, update: Uint8Array): boolean {
  const isNew = [...brought].some(([client, clock]) => clock > Y.getState(document.store, client))
  return brought.size > 0 && !isNew && isKnown(document, update)
}

/** Milliseconds: finding out the size of a large document holds everybody up, and merging its log tells it, too. */
const measuredAtMostEvery = 10_000

/** What was deleted leaves the state when it is merged, so the exact size is asked for only where the sum is too large. */
function refuseTooLarge(entry: OpenDocument, update: Uint8Array): void {
  const added = entry.pending + update.byteLength
  if (entry.bytes + added <= maxDocumentBytes) return
  if (Date.now() > entry.measured_at + measuredAtMostEvery) {
    entry.bytes = Y.encodeStateAsUpdate(entry.document).byteLength
    entry.measured_at = Date.now()
  }
  if (entry.bytes + added > maxDocumentBytes) throw new Refusal('too-large')
}

/** What is stored is news to nobody: while no one listens Yjs need not encode it again, which costs as much as applying it. */
function unheard(document: Document, apply: () => void): void {
  const listeners = document._observers.get('update')
  document._observers.delete('update')
  try {
    apply()
  } finally {
    if (listeners) document._observers.set('update', listeners)
  }
}

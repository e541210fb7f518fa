import type { TransactionOrigin } from '@hocuspocus/server'
import * as Y from 'yjs'
import { loadDocumentUpdates, loadUpdateLogHeads, loadUpdatesBySequence } from '#api/documents/content/log.ts'
import { mergeDocumentInThread } from '#api/documents/content/thread-pool.ts'
import type { OpenDocument, OpenDocuments } from './open-document.ts'
import type { DocumentServerPorts } from './ports.ts'

export interface DocumentLogFollower {
  /** Applies updates to the documents that are open in this process. Other processes have stored these updates. */
  follow(updates: { name: string; seq: string }[], isCompactedBySender: boolean): Promise<void>
  /**
   * Applies updates to open documents whose bus messages were lost. For this, it compares the documents with
   * the database.
   */
  catchUp(): Promise<void>
}

type LoggedRow = Awaited<ReturnType<typeof loadUpdatesBySequence>>[number]

// Origins of changes. Hocuspocus compacts a document after a change with the local origin. A change with the
// foreign origin is not compacted here, because the process that received it from a client does so.
const foreignOrigin: TransactionOrigin = { source: 'redis' }
const localOrigin: TransactionOrigin = { source: 'local' }

/**
 * Synchronizes processes through the update log in the database. Each process announces the numbers of the rows
 * that it appended, and other processes read these rows. The bus carries no content, so no content is lost with a
 * message.
 */
export function createLogFollower(ports: DocumentServerPorts, open: OpenDocuments): DocumentLogFollower {
  const em = ports.em.fork()

  /**
   * Applies the updates that the database contains and the open document lacks. A worker thread merges the
   * stored updates and returns the missing part, because merging is slow for large documents.
   */
  async function reload(entry: OpenDocument): Promise<void> {
    const stored = await loadDocumentUpdates(em, entry.name)
    const parts = stored.map(({ update }) => update)
    const since = Y.encodeStateVector(entry.document)
    const has_state = stored[0]?.seq === null
    const task = { name: entry.name, parts, has_state, html: null, derives: false, since }
    const { pieces, waiting } = await mergeDocumentInThread(task, entry.name)
    for (const update of [...pieces, ...waiting.flatMap((at) => parts[at] ?? [])])
      apply(entry, update, foreignOrigin)
    for (const { seq, version } of stored) {
      if (seq !== null) entry.known.add(seq)
      if (version !== null) entry.version = version
    }
  }

  function apply(entry: OpenDocument, update: Uint8Array, origin: TransactionOrigin): void {
    if (open.get(entry.name) !== entry) return
    entry.bytes += update.byteLength
    try {
      Y.applyUpdate(entry.document, update, origin)
    } catch (error) {
      ports.log.error({ err: error, document: entry.name }, 'an update of another node cannot be applied')
    }
  }

  function applyRow({ name, seq, updates }: LoggedRow, origin: TransactionOrigin): void {
    const entry = open.get(name)
    if (!entry || entry.known.has(seq)) return
    entry.known.add(seq)
    for (const update of updates) apply(entry, update, origin)
  }

  return {
    async follow(updates, isCompactedBySender) {
      const wanted = updates.filter(({ name, seq }) => open.has(name) && !open.get(name)?.known.has(seq))
      if (wanted.length === 0) return
      const rows = await loadUpdatesBySequence(
        em,
        wanted.map(({ seq }) => seq),
      )
      for (const row of rows) applyRow(row, isCompactedBySender ? foreignOrigin : localOrigin)
      // If rows are missing, another process has compacted them after the notification was sent. Reload these
      // documents.
      const found = new Set(rows.map(({ seq }) => seq))
      const missed = new Set(wanted.filter(({ seq }) => !found.has(seq)).map(({ name }) => name))
      for (const entry of [...missed].flatMap((name) => open.get(name) ?? [])) await reload(entry)
    },

    async catchUp() {
      if (open.size === 0) return
      for (const { name, version, seqs } of await loadUpdateLogHeads(em, [...open.keys()])) {
        const entry = open.get(name)
        // Skip documents that are loading, because they read the database at this moment.
        if (!entry || entry.document.isLoading) continue
        const isKnown = version === entry.version && seqs.every((seq) => entry.known.has(seq))
        if (!isKnown) await reload(entry)
      }
    },
  }
}

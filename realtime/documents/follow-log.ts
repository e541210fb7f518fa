import type { TransactionOrigin } from '@hocuspocus/server'
import * as Y from 'yjs'
import { loadUpdates, logHeads, updatesOf } from '#api/documents/content/log.ts'
import { mergeInThread } from '#api/documents/content/thread-pool.ts'
import type { OpenDocument, OpenDocuments } from './open-documents.ts'
import type { DocumentServerPorts } from './ports.ts'

export interface LogFollower {
  /** Brings updates that another process appended to those who have the document open here. */
  follow(updates: { name: string; seq: string }[], isCompactedThere: boolean): Promise<void>
  /** Compares what is open with the database: news may have been lost. */
  catchUp(): Promise<void>
}

type LoggedRow = Awaited<ReturnType<typeof updatesOf>>[number]

// Hocuspocus stores after a local change and leaves a foreign one to the node that it came from.
const foreign: TransactionOrigin = { source: 'redis' }
const local: TransactionOrigin = { source: 'local' }

/**
 * Nodes meet in the log. Each announces the numbers of the rows it appended, those that hold the document read them. The bus
 * carries no content that counts, so it may lose messages, and one process is the same as many.
 */
export function createLogFollower(ports: DocumentServerPorts, open: OpenDocuments): LogFollower {
  const em = ports.em.fork()

  /** What the database has more than the open document; of a large one finding that out takes long, so it is done in a thread. */
  async function reload(entry: OpenDocument): Promise<void> {
    const stored = await loadUpdates(em, entry.name)
    const parts = stored.map(({ update }) => update)
    const since = Y.encodeStateVector(entry.document)
    const has_state = stored[0]?.seq === null
    const task = { name: entry.name, parts, has_state, html: null, derives: false, since }
    const { pieces, waiting } = await mergeInThread(task, entry.name)
    for (const update of [...pieces, ...waiting.flatMap((at) => parts[at] ?? [])])
      apply(entry, update, foreign)
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
    async follow(updates, isCompactedThere) {
      const wanted = updates.filter(({ name, seq }) => open.has(name) && !open.get(name)?.known.has(seq))
      if (wanted.length === 0) return
      const rows = await updatesOf(
        em,
        wanted.map(({ seq }) => seq),
      )
      for (const row of rows) applyRow(row, isCompactedThere ? foreign : local)
      // A row that is gone has been merged meanwhile.
      const found = new Set(rows.map(({ seq }) => seq))
      const missed = new Set(wanted.filter(({ seq }) => !found.has(seq)).map(({ name }) => name))
      for (const entry of [...missed].flatMap((name) => open.get(name) ?? [])) await reload(entry)
    },

    async catchUp() {
      if (open.size === 0) return
      for (const { name, version, seqs } of await logHeads(em, [...open.keys()])) {
        const entry = open.get(name)
        // One that is loading becomes what is in the database by itself.
        if (!entry || entry.document.isLoading) continue
        const isKnown = version === entry.version && seqs.every((seq) => entry.known.has(seq))
        if (!isKnown) await reload(entry)
      }
    },
  }
}

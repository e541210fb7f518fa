import type { EntityManager } from '@mikro-orm/postgresql'
import type { DocumentPorts } from '../../platform/context/documents.ts'
import type { WriteOrigin } from '../../platform/context/ports.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import {
  getDocumentParts,
  getPendingUpdateWriters,
  type LoadedDocument,
  loadDocument,
} from './load-document.ts'
import { isUpdateLogUnchanged, lockDocument, markUpdatesDerived, replaceUpdatesWithState } from './log.ts'
import type { MergedDocument } from './merge-document.ts'
import { mergeDocumentInThread } from './thread-pool.ts'

type Ports = Pick<DocumentPorts, 'em' | 'storeDocumentContent' | 'loadStoredHtml'>

export interface CompactionResult {
  /** Version of the stored state before this compaction. */
  from: string
  /** Sequence numbers of the log rows that the new state contains. */
  merged: string[]
  /** Size of the new state in bytes. */
  bytes: number
  version: string
  /** Number of updates that Yjs could not apply and that are discarded. */
  refused: number
}

const mostAttempts = 3

/**
 * Merges the log of a document into its state and derives HTML, JSON and text. The merge happens before the
 * transaction that stores the result. Returns null if there was nothing to merge. Concurrent appends and compactions
 * by other processes are safe.
 */
export async function compactDocument(
  ports: Ports,
  name: string,
  workspaceId: string,
): Promise<CompactionResult | null> {
  for (let attempt = 1; ; attempt++) {
    const loaded = await loadDocument(ports.em.fork(), ports.loadStoredHtml, name)
    if (loaded.head.seqs.length === 0) return null
    const origin: WriteOrigin = { actor_id: lastWriter(loaded), mutation_id: null }
    const merged = await merge(name, loaded)
    const compaction = await runInChangeBatch(ports.em, origin, async (transaction) => {
      await lockDocument(transaction, name, workspaceId)
      if (await isUpdateLogUnchanged(transaction, name, loaded.head))
        return store(ports, transaction, name, loaded, merged)
      if (attempt < mostAttempts) return
      // Other processes have changed the document during each attempt, so merge while the document is locked.
      const reloaded = await loadDocument(transaction, ports.loadStoredHtml, name)
      if (reloaded.head.seqs.length === 0) return null
      return store(ports, transaction, name, reloaded, await merge(name, reloaded))
    })
    if (compaction !== undefined) return compaction
  }
}

async function store(
  { storeDocumentContent }: Ports,
  em: EntityManager,
  name: string,
  loaded: LoadedDocument,
  { state, derived, refused, waiting }: MergedDocument,
): Promise<CompactionResult | null> {
  const left = new Set(waiting.flatMap((at) => loaded.stored[at]?.seq ?? []))
  await markUpdatesDerived(em, { ...loaded.head, seqs: [...left] })
  const seqs = loaded.head.seqs.filter((seq) => !left.has(seq))
  if (seqs.length === 0) return null
  const version = await replaceUpdatesWithState(em, name, state, seqs)
  await storeDocumentContent(em, name, {
    ...derived,
    user_id: lastWriter(loaded),
    writer_ids: getPendingUpdateWriters(loaded),
  })
  return { from: loaded.head.version, merged: seqs, bytes: state.byteLength, version, refused }
}

function merge(name: string, loaded: LoadedDocument): Promise<MergedDocument> {
  const task = { name, ...getDocumentParts(loaded), html: null, derives: true }
  return mergeDocumentInThread(task, lastWriter(loaded) ?? name)
}

function lastWriter(loaded: LoadedDocument): string | null {
  return getPendingUpdateWriters(loaded).at(-1) ?? null
}

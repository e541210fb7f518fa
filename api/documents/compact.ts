import { renderDocument } from '#common/document/render.ts'
import { docOf, stateOf } from '#common/document/updates.ts'
import { type Origin, writing } from '../db/change-feed.ts'
import { loadUpdates, lockDocument, replaceWithState } from './log.ts'
import type { DocumentPorts } from './ports.ts'

export interface Compaction {
  /** Sequence numbers of the rows that are now in the state. */
  merged: string[]
  /** Size of the state. */
  bytes: number
  version: string
  /** Updates that Yjs could not apply and that are gone now. */
  refused: number
}

/**
 * Merges the log of a document into its state and derives HTML, JSON and text from it, in one transaction. Null when there was
 * nothing to merge. Safe beside appends, and beside another process that compacts the same document.
 */
export function compact(
  { em, storeDerived }: Pick<DocumentPorts, 'em' | 'storeDerived'>,
  name: string,
  workspaceId: string,
): Promise<Compaction | null> {
  const origin: Origin = { actor_id: null, mutation_id: null }
  return writing(em, origin, async (transaction) => {
    await lockDocument(transaction, name, workspaceId)
    const stored = await loadUpdates(transaction, name)
    const merged = [...new Set(stored.flatMap((part) => part.seq ?? []))]
    if (merged.length === 0) return null
    origin.actor_id = lastWriter(stored)
    const { doc, refused } = docOf(stored.map((part) => part.update))
    const state = stateOf(doc)
    const version = await replaceWithState(transaction, name, state, merged)
    await storeDerived(transaction, name, { ...renderDocument(doc), user_id: origin.actor_id })
    doc.destroy()
    return { merged, bytes: state.byteLength, version, refused: refused.length }
  })
}

function lastWriter(stored: { user_id: string | null }[]): string | null {
  return stored.findLast((part) => part.user_id !== null)?.user_id ?? null
}

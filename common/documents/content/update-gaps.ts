import * as Y from 'yjs'
import type { ClientClocks } from './updates.ts'

/**
 * Content that a document lacks: elements that the Yjs client `client` inserted before its clock reached
 * `clock`.
 */
export interface UpdateGap {
  client: number
  clock: number
}

/**
 * Returns the first missing content that a document needs to apply an update, or null if nothing is missing.
 * Yjs accepts an update with a gap, but shows it only when the gap is filled. Until then, Yjs merges all
 * pending updates again whenever it receives an update.
 */
export function gapBeforeUpdate(doc: Y.Doc, update: Uint8Array): UpdateGap | null {
  const { structs, ds } = Y.decodeUpdate(update)
  const reached: ClientClocks = new Map()
  const reachedBy = (client: number) => reached.get(client) ?? Y.getState(doc.store, client)
  for (const part of structs) {
    const { client, clock } = part.id
    if (part instanceof Y.Skip) continue
    if (clock > reachedBy(client)) return { client, clock }
    reached.set(client, Math.max(reachedBy(client), clock + part.length))
  }
  const isMissing = ({ client, clock }: UpdateGap) => clock > reachedBy(client)
  const needed = structs.flatMap(neededBy).find(isMissing)
  return needed ?? endsOfDeletions(ds).find(isMissing) ?? null
}

/**
 * Returns the first gap that prevents the document from showing all of the update, or null if the document
 * shows all of it.
 */
export function gapInsideUpdate(doc: Y.Doc, update: Uint8Array): UpdateGap | null {
  const { structs, ds } = Y.decodeUpdate(update)
  const ends = structs.filter((part) => !(part instanceof Y.Skip)).map(endOf)
  return [...ends, ...endsOfDeletions(ds)].find((end) => !isGapFilled(doc, end)) ?? null
}

export function isGapFilled(doc: Y.Doc, { client, clock }: UpdateGap): boolean {
  return Y.getState(doc.store, client) >= clock
}

/** Returns true if Yjs has updates of this document that it cannot show yet. */
export function hasMissingUpdates({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null
}

type Part = Y.Item | Y.GC | Y.Skip

function endOf({ id, length }: Part): UpdateGap {
  return { client: id.client, clock: id.clock + length }
}

/** Returns the neighbors and the parent of an item. The document must contain them before the item. */
function neededBy(part: Part): UpdateGap[] {
  if (!(part instanceof Y.Item)) return []
  const { origin, rightOrigin, parent } = part
  return [origin, rightOrigin, parent].flatMap((id) =>
    id instanceof Y.ID ? { client: id.client, clock: id.clock + 1 } : [],
  )
}

function endsOfDeletions(ds: ReturnType<typeof Y.decodeUpdate>['ds']): UpdateGap[] {
  return [...ds.clients].flatMap(([client, deletions]) =>
    deletions.map(({ clock, len }) => ({ client, clock: clock + len })),
  )
}

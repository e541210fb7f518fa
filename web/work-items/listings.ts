import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { readAnswer } from '#common/listing/answer.ts'
import { type Groups, groupsOf, type Lookup, type Move, place } from '#common/listing/arrange.ts'
import { boardPage, groupFilters } from '#common/listing/keys.ts'
import { type Listing, matches } from '#common/listing/listing.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { applyRows, changesSince, onUnknownRow, overlaidIds } from '../sync/apply-change.ts'
import { RequestError, requestWithVersion } from '../sync/http.ts'
import { store } from '../sync/store.ts'
import { tables } from '../sync/tables.ts'
import { nameOf } from './name-of.ts'

export type ListingStatus = 'loading' | 'ready' | 'error' | 'no_access'

interface Shown {
  status: ListingStatus
  groups: Groups
  /** Groups whose next page is on its way. */
  loadingMore: readonly string[]
}

interface Open {
  slug: string
  listing: Listing
  moves: Move[]
  viewers: number
}

const lookup: Lookup = { rowOf: tables.work_items.get, nameOf }
const nothingShown: Shown = { status: 'loading', groups: {}, loadingMore: [] }

/** Listings that somebody looks at or has looked at, by their key; they stay exact while rows change. */
const open = new Map<string, Open>()
let reading = false
let flushing = false
let refreshing: ReturnType<typeof setTimeout> | undefined

export const listingAtom = atomFamily((_key: string) => atom<Shown>(nothingShown))

export function listingKey({ context, ...chosen }: Listing): string {
  return JSON.stringify([context.key, chosen])
}

/** Shows a listing and keeps it live until the returned function is called. What was loaded before shows at once. */
export function watchListing(slug: string, listing: Listing): () => void {
  const key = listingKey(listing)
  const known = open.get(key)
  if (known !== undefined) known.viewers += 1
  else open.set(key, { slug, listing, moves: [], viewers: 1 })
  if (known === undefined || store.get(listingAtom(key)).status !== 'ready') void load(key)
  return () => {
    const left = open.get(key)
    if (left !== undefined) left.viewers -= 1
  }
}

/** Loads every listing on the screen anew and forgets the others; after a break that was too long to catch up with. */
export function reloadListings(): void {
  for (const [key, { viewers }] of open) {
    if (viewers > 0) void load(key)
    else forget(key)
  }
}

/** For another workspace, whose rows are others. */
export function forgetListings(): void {
  for (const key of open.keys()) forget(key)
}

export function retryListing(listing: Listing): void {
  const key = listingKey(listing)
  store.set(listingAtom(key), nothingShown)
  void load(key)
}

/** The next page of one group. */
export async function loadMore(listing: Listing, group: string): Promise<void> {
  const key = listingKey(listing)
  const shown = store.get(listingAtom(key))
  const loaded = shown.groups[group]
  const target = open.get(key)
  if (!loaded || !target || loaded.ids.length >= loaded.total || shown.loadingMore.includes(group)) return
  patch(key, { loadingMore: [...shown.loadingMore, group] })
  const page = Math.floor(loaded.ids.length / boardPage)
  const narrowed = listing.group_by === null ? {} : { [groupFilters[listing.group_by]]: group }
  try {
    const { answer, version } = await requestWithVersion('listWorkItems', {
      params: { slug: target.slug, project_id: listing.context.project_id ?? '' },
      query: { ...narrowed, order_by: listing.order_by, cursor: `${boardPage}:${page}:0` },
    })
    const { rows } = readAnswer(answer)
    readRows(rows, version)
    const now = store.get(listingAtom(key)).groups[group] ?? loaded
    const ids = [...new Set([...now.ids, ...rows.map((row) => row.id)])]
    patchGroup(key, group, {
      ids: ids.filter((id) => {
        const row = tables.work_items.get(id)
        return row !== undefined && stands(listing, row, group)
      }),
      total: answer.total_results,
    })
    // The page is older than what was heard meanwhile, and so is its total.
    if (changedSince(version).length > 0) reloadSoon()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  } finally {
    patch(key, { loadingMore: store.get(listingAtom(key)).loadingMore.filter((other) => other !== group) })
  }
}

function stands(listing: Listing, row: WorkItemRow, group: string): boolean {
  if (!matches(listing, row)) return false
  return listing.group_by === null || groupsOf(listing.group_by, row).includes(group)
}

async function load(key: string): Promise<void> {
  const target = open.get(key)
  if (target === undefined) return
  const { slug, listing } = target
  try {
    const { answer, version } = await requestWithVersion('listWorkItems', {
      params: { slug, project_id: listing.context.project_id ?? '' },
      query: { group_by: listing.group_by ?? '', order_by: listing.order_by, cursor: `${pageFor(key)}:0:0` },
    })
    const { groups, rows } = readAnswer(answer)
    readRows(rows, version)
    store.set(listingAtom(key), {
      status: 'ready',
      groups: caughtUp(listing, groups, rows, version),
      loadingMore: [],
    })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const hidden = error.code === 'not_found' || error.code === 'forbidden' || error.code === 'conflict'
    if (hidden) patch(key, { status: 'no_access', groups: {} })
    else if (store.get(listingAtom(key)).status !== 'ready') patch(key, { status: 'error' })
    else reloadSoon(againAfter)
  }
}

/** As much of each group as is loaded already, so that a reload never shortens what somebody has scrolled through. */
function pageFor(key: string): number {
  const lengths = Object.values(store.get(listingAtom(key)).groups).map((group) => group.ids.length)
  return Math.min(1000, Math.max(boardPage, Math.ceil(Math.max(0, ...lengths) / boardPage) * boardPage))
}

/** An answer is exactly as old as its version; what was heard since is put on top, and what is shown in advance. */
function caughtUp(listing: Listing, groups: Groups, rows: readonly WorkItemRow[], version: number): Groups {
  const read = new Map(rows.map((row) => [row.id, row]))
  const touched = new Set([...changedSince(version), ...overlaidIds('work_items')])
  const moves = [...touched].map((id) => ({
    before: read.get(id) ?? null,
    after: tables.work_items.get(id) ?? null,
  }))
  return place(listing, groups, moves, lookup)
}

function changedSince(version: number): string[] {
  return changesSince(version).flatMap((change) => (change.entity === 'work_items' ? [change.id] : []))
}

function readRows(rows: readonly WorkItemRow[], version: number): void {
  reading = true
  applyRows('work_items', rows, version)
  reading = false
}

tables.work_items.listen((before, after) => {
  if (reading) return
  for (const { moves } of open.values()) moves.push({ before, after })
  if (flushing) return
  flushing = true
  queueMicrotask(flush)
})

/** Once a turn: a batch of a thousand changes places each row, but renders once. */
function flush(): void {
  flushing = false
  for (const [key, target] of open) {
    const moves = netMoves(target.moves)
    target.moves = []
    const shown = store.get(listingAtom(key))
    if (shown.status !== 'ready') continue
    const groups = place(target.listing, shown.groups, moves, lookup)
    if (groups !== shown.groups) store.set(listingAtom(key), { ...shown, groups })
  }
}

/** A row that changed several times in one turn moves once, from where it first was. */
function netMoves(moves: readonly Move[]): Move[] {
  const first = new Map<string, Move>()
  for (const { before, after } of moves) {
    const id = (before ?? after)?.id ?? ''
    first.set(id, { before: first.get(id)?.before ?? (first.has(id) ? null : before), after })
  }
  return [...first.values()]
}

onUnknownRow((entity) => {
  // A row beyond the loaded pages changed: only the server knows the counts.
  if (entity === 'work_items') reloadSoon()
})

/** Milliseconds: bursts ask once; what could not be read is asked for again. */
const burst = 300
const againAfter = 3000

function reloadSoon(after = burst): void {
  clearTimeout(refreshing)
  refreshing = setTimeout(reloadListings, after)
}

function forget(key: string): void {
  open.delete(key)
  listingAtom.remove(key)
}

function patch(key: string, fields: Partial<Shown>): void {
  store.set(listingAtom(key), (shown) => ({ ...shown, ...fields }))
}

function patchGroup(key: string, group: string, value: Groups[string]): void {
  store.set(listingAtom(key), (shown) => ({ ...shown, groups: { ...shown.groups, [group]: value } }))
}

import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import {
  type AlwaysShownGroups,
  applyRowChanges,
  arrangeIntoGroups,
  groupKeysOfRow,
  type ListingGroup,
  type ListingGroups,
  type ListingRowChange,
  type LoadedRowsLookup,
} from '#common/work/listing/arrange.ts'
import {
  filterParamByGroupKey,
  flatListingGroupName,
  type GroupKey,
  maxPerPage,
} from '#common/work/listing/keys.ts'
import { columnsAffectingListing, type Listing, matchesListing } from '#common/work/listing/listing.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyLoadedRows, isApplyingLoadedRows } from '../../platform/app/read-rows.ts'
import {
  changesSince,
  onChangeApplied,
  onUnknownRow,
  overlaidIds,
  store,
  tables,
} from '../../platform/app/sync.ts'
import { onWorkspaceReload, onWorkspaceSwitch } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

import { getEstimateValueNumber } from '../work-items/estimates.ts'

import type { ListingScope } from './scopes.ts'

import { getSortName } from './sort-name.ts'
import type { ListingView } from './view.ts'

export type ListingStatus = 'loading' | 'ready' | 'error' | 'no_access'

export interface ListingState {
  status: ListingStatus
  groups: ListingGroups
  /** Groups and sub-groups whose next page is loading, identified by `createGroupPath`. */
  loadingMore: readonly string[]
}

interface Open {
  view: ListingView
  moves: ListingRowChange[]
  viewers: number
}

const lookup: LoadedRowsLookup = {
  rowOf: tables.work_items.get,
  nameOf: getSortName,
  numberOf: getEstimateValueNumber,
}
const nothingShown: ListingState = { status: 'loading', groups: {}, loadingMore: [] }
const noGroup: ListingGroup = { ids: [], total: 0 }

/**
 * The listings in memory, by key. Some of them are not shown at the moment, but all are updated when rows change.
 */
const open = new Map<string, Open>()
let flushing = false
let isAwaitingReload = false

export const listingAtom = atomFamily((_key: string) => atom<ListingState>(nothingShown))

/** Returns the identifier of a group, or of its sub-group `sub`. */
export function createGroupPath(group: string, sub: string | null = null): string {
  return sub === null ? group : `${group}|${sub}`
}

export function groupOfListing(
  groups: ListingGroups,
  group: string,
  sub: string | null = null,
): ListingGroup {
  const whole = groups[group] ?? noGroup
  return sub === null ? whole : (whole.groups?.[sub] ?? noGroup)
}

/** Returns the total of a lane across all columns. An item in two columns counts twice. */
export function totalOfLane(groups: ListingGroups, sub: string): number {
  return Object.values(groups).reduce((sum, { groups: subs }) => sum + (subs?.[sub]?.total ?? 0), 0)
}

/** Returns the sum of the estimates in a lane. An item in two columns counts twice. */
export function estimateSumOfLane(groups: ListingGroups, sub: string): number {
  const sum = Object.values(groups).reduce((all, { groups: subs }) => all + (subs?.[sub]?.sum ?? 0), 0)
  return Math.round(sum * 100) / 100
}

/** Shows a listing and keeps it live until the returned function is called. A listing that is still in memory is shown at once. */
export function subscribeToListing(view: ListingView): () => void {
  const { key, within } = view
  const leaveWhole = within && subscribeToListing(within)
  const known = open.get(key)
  if (known !== undefined) known.viewers += 1
  else open.set(key, { view, moves: [], viewers: 1 })
  if (known === undefined) fillFromWhole(view)
  if (store.get(listingAtom(key)).status !== 'ready') void load(key)
  return () => {
    const left = open.get(key)
    if (left === undefined) return
    left.viewers -= 1
    leaveWhole?.()
    // Moves the listing to the end of the map, because the least recently shown listing is dropped first.
    open.delete(key)
    open.set(key, left)
    if (within !== undefined && left.viewers === 0) dropOldSearches(key)
    dropUnseen()
  }
}

/**
 * Removes the listings of earlier searches. Every typed letter creates another listing, and users rarely return to
 * an earlier one. The last loaded search stays until the next one is loaded.
 */
function dropOldSearches(key: string): void {
  if (store.get(listingAtom(key)).status !== 'ready') {
    forget(key)
    return
  }
  for (const [other, { view, viewers }] of open) {
    if (other !== key && view.within !== undefined && viewers === 0) forget(other)
  }
}

/** Returns whether all items are loaded, so that a search needs no request. */
export function isFullyLoaded({ key }: ListingView): boolean {
  const { status, groups } = store.get(listingAtom(key))
  const isWhole = ({ ids, total, groups: subs }: ListingGroup): boolean =>
    subs ? Object.values(subs).every(isWhole) : ids.length >= total
  return status === 'ready' && Object.values(groups).every(isWhole)
}

/**
 * Fills the listing of a search from the complete listing in which the user searches, if all of its items are
 * loaded.
 */
function fillFromWhole(view: ListingView): void {
  const { within } = view
  // Pending changes of the complete listing are applied first.
  if (flushing) flush()
  if (within === undefined || !isFullyLoaded(within)) return
  const { groups } = store.get(listingAtom(within.key))
  const subs = Object.values(groups).flatMap((group) => Object.keys(group.groups ?? {}))
  arrangeFrom(within, view, { groups: Object.keys(groups), sub_groups: [...new Set(subs)] })
}

/**
 * Fills a listing that cannot be loaded without a network from another listing of the same context, if that listing
 * contains all items and all of them are loaded. Returns false if there is no such listing.
 */
function fillOffline(view: ListingView): boolean {
  if (flushing) flush()
  const { key } = view.listing.context
  const whole = [...open.values()].find(
    (one) => one.view.isWhole && one.view.listing.context.key === key && isFullyLoaded(one.view),
  )
  if (whole === undefined) return false
  arrangeFrom(whole.view, view)
  return true
}

/** Fills a listing with those items of a fully loaded listing that belong to it. */
function arrangeFrom(whole: ListingView, { key, listing }: ListingView, known: AlwaysShownGroups = {}): void {
  const { groups } = store.get(listingAtom(whole.key))
  const subs = Object.values(groups).flatMap((group) => Object.values(group.groups ?? {}))
  const ids = [...Object.values(groups), ...subs].flatMap((group) => group.ids)
  const rows = [...new Set(ids)].flatMap((id) => tables.work_items.get(id) ?? [])
  store.set(listingAtom(key), {
    status: 'ready',
    groups: arrangeIntoGroups(listing, rows, getSortName, known, getEstimateValueNumber),
    loadingMore: [],
  })
}

/** Fills a listing whose rows are always in the store, such as drafts. */
function fillFromRows({ key, listing, scope }: ListingView): void {
  store.set(listingAtom(key), {
    status: 'ready',
    groups: arrangeIntoGroups(listing, scope.rows?.() ?? [], getSortName, {}, getEstimateValueNumber),
    loadingMore: [],
  })
}

/** Maximum number of listings that stay in memory while they are not shown, for navigating back. */
const maxUnseen = 8

function dropUnseen(): void {
  const unseen = [...open].filter(([, { viewers }]) => viewers === 0)
  for (const [key] of unseen.slice(0, -maxUnseen)) forget(key)
}

/**
 * Reloads all shown listings and drops the listings that are not shown. Used after an interruption that was
 * too long to catch up with.
 */
export function reloadListings(): void {
  for (const [key, { viewers }] of open) {
    if (viewers > 0) void load(key)
    else forget(key)
  }
}

/** Drops all listings. Called when the user opens another workspace. */
export function forgetListings(): void {
  for (const key of open.keys()) forget(key)
}

export function retryListing({ key }: ListingView): void {
  store.set(listingAtom(key), nothingShown)
  void load(key)
}

/** Loads the next page of a group, of a sub-group, or of a listing without groups. */
export async function loadNextListingPage(
  view: ListingView,
  group: string = flatListingGroupName,
  sub: string | null = null,
  size = view.pageSize,
): Promise<void> {
  const { key, listing, scope, query } = view
  if (scope.read === null) return
  const path = createGroupPath(group, sub)
  const shown = store.get(listingAtom(key))
  const loaded = groupOfListing(shown.groups, group, sub)
  if (!open.has(key) || loaded.ids.length >= loaded.total || shown.loadingMore.includes(path)) return
  patch(key, { loadingMore: [...shown.loadingMore, path] })
  const page = Math.floor(loaded.ids.length / size)
  try {
    const { answer, version } = await scope.read({
      ...query,
      group_by: '',
      sub_group_by: '',
      ...createGroupFilter(listing.group_by, group),
      ...(sub !== null && createGroupFilter(listing.sub_group_by, sub)),
      cursor: `${size}:${page}:0`,
    })
    const { rows } = groupsFromListingResponse(answer)
    applyLoadedRows(rows, version)
    const now = groupOfListing(store.get(listingAtom(key)).groups, group, sub)
    const ids = [...new Set([...now.ids, ...rows.map((row) => row.id)])]
    patchGroup(key, group, sub, {
      ids: ids.filter((id) => {
        const row = tables.work_items.get(id)
        return row !== undefined && belongsTo(listing, row, group, sub)
      }),
      total: answer.total_results,
      ...(answer.estimate_sum !== undefined && { sum: answer.estimate_sum }),
    })
    // If changes have arrived that are newer than this page, the rows and the total of the page may be outdated, so
    // the listing is loaded again.
    if (changedSince(version).length > 0) reloadSoon()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  } finally {
    patch(key, { loadingMore: store.get(listingAtom(key)).loadingMore.filter((other) => other !== path) })
  }
}

/** Loads all missing pages of all groups. Pages that cannot be loaded stay missing. */
export async function loadRemainingListingPages(view: ListingView): Promise<void> {
  const loadGroup = async (group: string, sub: string | null): Promise<void> => {
    const lengthNow = () => groupOfListing(store.get(listingAtom(view.key)).groups, group, sub).ids.length
    for (let before = -1; before < lengthNow(); ) {
      await waitForLoadingPage(view, createGroupPath(group, sub))
      before = lengthNow()
      await loadNextListingPage(view, group, sub, maxPerPage)
    }
  }
  for (const [group, { groups }] of Object.entries(store.get(listingAtom(view.key)).groups)) {
    if (groups) for (const sub of Object.keys(groups)) await loadGroup(group, sub)
    else await loadGroup(group, null)
  }
}

/** Waits until no page of the group is being loaded, for example because the user has scrolled. */
function waitForLoadingPage({ key }: ListingView, path: string): Promise<void> {
  const isLoading = () => store.get(listingAtom(key)).loadingMore.includes(path)
  if (!isLoading()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = store.sub(listingAtom(key), () => {
      if (isLoading()) return
      stop()
      resolve()
    })
  })
}

export function createGroupFilter(by: GroupKey | null, group: string): Record<string, string> {
  return by === null ? {} : { [filterParamByGroupKey[by]]: group }
}

function belongsTo(listing: Listing, row: WorkItemRow, group: string, sub: string | null): boolean {
  const isIn = (by: GroupKey | null, name: string) => by === null || groupKeysOfRow(by, row).includes(name)
  return (
    matchesListing(listing, row) &&
    isIn(listing.group_by, group) &&
    (sub === null || isIn(listing.sub_group_by, sub))
  )
}

async function load(key: string): Promise<void> {
  const target = open.get(key)
  if (target === undefined) return
  const { view } = target
  const { read } = view.scope
  if (read === null) {
    fillFromRows(view)
    return
  }
  try {
    const length = loadedLength(key, view.pageSize)
    const { groups, rows, version, isOneRead } = await readLoadedPages(read, view, length)
    applyLoadedRows(rows, version)
    if (!open.has(key)) return
    // The user has loaded further pages meanwhile, which the result does not contain.
    if (loadedLength(key, view.pageSize) > length) return await load(key)
    store.set(listingAtom(key), {
      status: 'ready',
      groups: applyMissedChanges(view.listing, groups, rows, version),
      loadingMore: [],
    })
    // The pages were loaded by several requests, and an item may have moved between the requests. The item can
    // then be on two pages or on none, so reload the listing.
    if (!isOneRead && changedSince(version).length > 0) reloadSoon(retryDelay)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    showFailure(view, error)
  }
}

function showFailure(view: ListingView, { code }: RequestError): void {
  const { key } = view
  const isHidden = code === 'not_found' || code === 'forbidden' || code === 'conflict'
  const isUnreachable = code === 'offline' || code === 'unavailable'
  if (isHidden) patch(key, { status: 'no_access', groups: {} })
  else if (store.get(listingAtom(key)).status === 'ready') reloadSoon(retryDelay)
  else if (!isUnreachable || !fillOffline(view)) patch(key, { status: 'error' })
}

interface Read {
  groups: ListingGroups
  rows: WorkItemRow[]
  /** The oldest of the workspace versions at which the pages were read. */
  version: number
  isOneRead: boolean
}

async function readLoadedPages(
  read: NonNullable<ListingScope['read']>,
  { query }: ListingView,
  length: number,
): Promise<Read> {
  const size = Math.min(maxPerPage, length)
  const first = await read({ ...query, cursor: `${size}:0:0` })
  const { groups, rows } = groupsFromListingResponse(first.answer)
  const all = { groups, rows, version: first.version, isOneRead: true }
  for (let page = 1; page * size < length && page < first.answer.total_pages; page++) {
    const { answer, version } = await read({ ...query, cursor: `${size}:${page}:0` })
    const next = groupsFromListingResponse(answer)
    all.groups = joined(all.groups, next.groups)
    all.rows.push(...next.rows)
    all.version = Math.min(all.version, version)
    all.isOneRead = false
  }
  return all
}

/** Appends the items of a page to each group. */
function joined(before: ListingGroups, after: ListingGroups): ListingGroups {
  const result = { ...before }
  for (const [name, { ids, groups }] of Object.entries(after)) {
    const known = result[name] ?? noGroup
    result[name] = {
      ...known,
      ids: [...new Set([...known.ids, ...ids])],
      ...(groups && { groups: joined(known.groups ?? {}, groups) }),
    }
  }
  return result
}

/**
 * Returns the number of items to load per group in a reload: the number of loaded items of the longest group,
 * rounded up to whole pages. A reload then does not shorten a list that the user has scrolled.
 */
function loadedLength(key: string, page: number): number {
  const lengthOf = (groups: ListingGroups): number =>
    Math.max(
      0,
      ...Object.values(groups).map(({ ids, groups: subs }) => Math.max(ids.length, lengthOf(subs ?? {}))),
    )
  return Math.max(1, Math.ceil(lengthOf(store.get(listingAtom(key)).groups) / page)) * page
}

/**
 * Brings a response up to date. Applies the changes that are newer than the response, and then the optimistic changes.
 * `version` is the version of the workspace at which the server created the response.
 */
function applyMissedChanges(
  listing: Listing,
  groups: ListingGroups,
  rows: readonly WorkItemRow[],
  version: number,
): ListingGroups {
  const read = new Map(rows.map((row) => [row.id, row]))
  const touched = new Set([...changedSince(version), ...overlaidIds('work_items')])
  const moves = [...touched].map((id) => ({
    before: read.get(id) ?? null,
    after: tables.work_items.get(id) ?? null,
  }))
  return applyRowChanges(listing, groups, moves, lookup)
}

function changedSince(version: number): string[] {
  return changesSince(version).flatMap((change) => (change.entity === 'work_items' ? [change.id] : []))
}

onWorkspaceSwitch(forgetListings)
onWorkspaceReload(async () => reloadListings())

tables.work_items.listen((before, after) => {
  if (isApplyingLoadedRows()) return
  for (const { moves } of open.values()) moves.push({ before, after })
  if (flushing) return
  flushing = true
  queueMicrotask(flush)
})

/**
 * The value or order of an estimate point affects sums and sorting, also of items that are not loaded, so the
 * listings that use it are reloaded.
 */
onChangeApplied(({ entity, op, fields }) => {
  if (entity === 'estimate_points' && op === 'update' && ('value' in fields || 'key' in fields)) reloadSoon()
})

/**
 * Applies pending changes to the listings. It runs once per microtask, so a thousand changes that arrive together
 * cause only one render.
 */
function flush(): void {
  flushing = false
  for (const [key, target] of open) {
    const moves = netMoves(target.moves)
    target.moves = []
    const shown = store.get(listingAtom(key))
    if (shown.status !== 'ready') continue
    const groups = applyRowChanges(target.view.listing, shown.groups, moves, lookup)
    if (groups !== shown.groups) store.set(listingAtom(key), { ...shown, groups })
  }
}

/** Combines several changes of a row in one batch into one change, from its first to its last state. */
function netMoves(moves: readonly ListingRowChange[]): ListingRowChange[] {
  const first = new Map<string, ListingRowChange>()
  for (const { before, after } of moves) {
    const id = (before ?? after)?.id ?? ''
    first.set(id, { before: first.get(id)?.before ?? (first.has(id) ? null : before), after })
  }
  return [...first.values()]
}

/**
 * If a row that is not loaded changes, the counts of listings can change. Only the server knows the new counts, so the
 * shown listings are reloaded. Changes of fields that a listing does not use are ignored.
 */
onUnknownRow(({ entity, op, fields }) => {
  if (entity !== 'work_items') return
  const names = Object.keys(fields)
  for (const { view, viewers } of open.values()) {
    if (
      viewers > 0 &&
      (op === 'delete' || names.some((name) => columnsAffectingListing(view.listing).has(name)))
    ) {
      reloadSoon()
      return
    }
  }
})

/**
 * Milliseconds before a reload: `burstDelay` after changes, `retryDelay` after a failed request or after several
 * requests whose pages may not fit together.
 */
const burstDelay = 300
const retryDelay = 3000

/**
 * Reloads after a delay. Further calls do not postpone the reload, so that a steady stream of changes cannot
 * delay it forever.
 */
function reloadSoon(after = burstDelay): void {
  if (isAwaitingReload) return
  isAwaitingReload = true
  setTimeout(() => {
    isAwaitingReload = false
    reloadListings()
  }, after)
}

function forget(key: string): void {
  open.delete(key)
  listingAtom.remove(key)
}

function patch(key: string, fields: Partial<ListingState>): void {
  store.set(listingAtom(key), (shown) => ({ ...shown, ...fields }))
}

function patchGroup(key: string, group: string, sub: string | null, value: ListingGroup): void {
  store.set(listingAtom(key), (shown) => {
    const whole = shown.groups[group] ?? noGroup
    const next = sub === null ? value : { ...whole, groups: { ...whole.groups, [sub]: value } }
    return { ...shown, groups: { ...shown.groups, [group]: next } }
  })
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { allConditions, oneOfValuesCondition } from '#common/work/listing/condition.ts'
import { type GroupKey, isMultiValuedGroupKey, noValueGroupName } from '#common/work/listing/keys.ts'
import { getListingCondition, type Listing } from '#common/work/listing/listing.ts'
import type { RequestedPage } from '#common/work/listing/read-query.ts'
import type { WorkItemListResponse } from '#common/work/listing/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { nextCursor, type PageCursors } from '../../platform/db/page.ts'
import { conditionToSql } from './condition.ts'
import { type ListingGroupPage, type ListingGroupResult, readGroups } from './groups.ts'
import type { ItemAccessScope } from './listable.ts'
import { createListingAnswer } from './listing-answer.ts'
import { type ListingOrder, loadListingOrder } from './order.ts'
import { loadGroupValues } from './properties.ts'
import { loadItemRowsById } from './rows.ts'
import { readUngroupedPage } from './ungrouped-page.ts'

export interface ListingPageRequest {
  where: RawBuilder<boolean>
  order: ListingOrder
  page: RequestedPage
  /** True if the sums of the estimates are requested. */
  sums: boolean
}

/**
 * Reads one page of a listing. In a grouped listing, each group has a page. The ids on the page come from an
 * index, and whole rows are read only for these ids. `common/work/listing/` defines the same semantics for
 * the browser.
 */
export async function readListingPage(
  em: EntityManager,
  listable: ItemAccessScope,
  listing: Listing,
  page: RequestedPage,
): Promise<WorkItemListResponse> {
  return listing.group_by === null
    ? readFlatListingPage(em, listable, listing, page)
    : grouped(
        em,
        listable,
        await pageRequest(em, listable, listing, page),
        listing.group_by,
        listing.sub_group_by,
      )
}

/** Reads a page without groups, even if the listing is grouped. */
export async function readFlatListingPage(
  em: EntityManager,
  listable: ItemAccessScope,
  listing: Listing,
  page: RequestedPage,
): Promise<FlatListing> {
  const { found, ids, sum, cursors } = await readUngroupedPage(
    em,
    await pageRequest(em, listable, listing, page),
  )
  const results = pick(ids, await loadItemRowsById(em, ids))
  const flat = { group_by: null, sub_group_by: null, longest: found, size: page.size }
  return { ...createListingAnswer({ ...flat, results, found, sum, cursors }), results }
}

type FlatListing = WorkItemListResponse & { results: WorkItemRow[] }

async function pageRequest(
  em: EntityManager,
  listable: ItemAccessScope,
  listing: Listing,
  page: RequestedPage,
): Promise<ListingPageRequest> {
  const among = listing.group_by === null && listable.project_ids.length > 1 ? 'most' : 'some'
  return {
    where: listingConditionSql(listable, listing),
    order: await loadListingOrder(em, listable, listing.order_by, among),
    page,
    sums: listing.estimate_sum,
  }
}

/**
 * Returns the condition of a listing. It always restricts the listing to the workspace, to accessible
 * projects and to items outside the trash, regardless of filters.
 */
export function listingConditionSql(
  { workspace_id, project_ids, access }: ItemAccessScope,
  listing: Listing,
): RawBuilder<boolean> {
  return sql`work_items.workspace_id = ${workspace_id}::uuid and work_items.deleted_at is null
    and ${conditionToSql(allConditions(oneOfValuesCondition('project_id', project_ids), getListingCondition(listing), access))}`
}

async function grouped(
  em: EntityManager,
  listable: ItemAccessScope,
  request: ListingPageRequest,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<WorkItemListResponse> {
  const { page, order } = request
  const { found, groups, sum } = await readGroups(em, request, group_by, sub_group_by)
  const cells = [...groups.values()].flatMap((group) => [...group.cells.values()])
  const rows = await loadItemRowsById(em, new Set(cells.flatMap((cell) => cell.ids)))
  const longest = cells.reduce((most, cell) => Math.max(most, cell.total), 0)
  const answer = {
    group_by,
    sub_group_by,
    found,
    longest,
    size: page.size,
    sum,
    cursors: numberCursors(page, longest),
  }
  if (rows.size === 0) return createListingAnswer({ results: {}, ...answer })
  const known = await loadGroupValues(em, listable, group_by)
  const knownLanes = sub_group_by === null ? [] : await loadGroupValues(em, listable, sub_group_by)
  const counted = ({ total, sum: inGroup = 0 }: Pick<ListingGroupPage, 'total' | 'sum'> = emptyCell) => ({
    total_results: total,
    ...(request.sums && { estimate_sum: inGroup }),
  })
  const leaf = (cell: ListingGroupPage = emptyCell) => ({
    results: pick(cell.ids, rows),
    next_cursor: cell.last === null ? null : nextCursor(order.columns, page, cell.last),
    ...counted(cell),
  })
  const results = shownGroups(group_by, known, groups, hasRows).map((name) => {
    const group = groups.get(name)
    if (sub_group_by === null) return [name, leaf(group?.cells.get(noValueGroupName))]
    const lanes = group?.cells ?? new Map<string, ListingGroupPage>()
    const inLanes = shownGroups(sub_group_by, knownLanes, lanes, isOnPage).map((lane) => [
      lane,
      leaf(lanes.get(lane)),
    ])
    return [name, { results: Object.fromEntries(inLanes), ...counted(group) }]
  })
  return createListingAnswer({ results: Object.fromEntries(results), ...answer })
}

const emptyCell: ListingGroupPage = { ids: [], total: 0, last: null }

/**
 * Returns the cursors for all groups together. They contain a page number, while the cursor of a single group
 * identifies a row.
 */
function numberCursors({ size, number }: RequestedPage, longest: number): PageCursors {
  return {
    next_cursor: `${size}:${number + 1}:0`,
    prev_cursor: `${size}:${Math.max(0, number - 1)}:1`,
    next_page_results: (number + 1) * size < longest,
    prev_page_results: number > 0,
  }
}

function isOnPage({ ids }: ListingGroupPage): boolean {
  return ids.length > 0
}

function hasRows({ cells }: ListingGroupResult): boolean {
  return [...cells.values()].some(isOnPage)
}

/**
 * Returns the groups to show. For a property with one value per item, these are all known groups and all
 * groups that contain items. For a property with several values per item, these are the groups with rows on
 * the page.
 */
function shownGroups<T>(
  key: GroupKey,
  known: readonly string[],
  groups: ReadonlyMap<string, T>,
  hasRows: (group: T) => boolean,
): string[] {
  if (!isMultiValuedGroupKey(key)) return [...new Set([...known, ...groups.keys()])]
  return [...groups].flatMap(([name, group]) => (hasRows(group) ? [name] : []))
}

function pick(ids: readonly string[], rows: ReadonlyMap<string, WorkItemRow>): WorkItemRow[] {
  return ids.flatMap((id) => rows.get(id) ?? [])
}

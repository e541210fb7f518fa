import { IsolationLevel } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { publishCalls } from '#common/sharing/publish/calls.ts'
import {
  isPropertyPublicOnViewBoard,
  publicBoardFilters,
  publicBoardOrders,
} from '#common/sharing/publish/rules.ts'
import { type PublicItem, publicItem } from '#common/sharing/publish/schema.ts'
import { matchAllCondition } from '#common/work/listing/condition.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import type { OrderKey } from '#common/work/listing/keys.ts'
import { invalidDateFilters, parseLegacyFilters } from '#common/work/listing/legacy-filters.ts'
import { createListing } from '#common/work/listing/listing.ts'
import { parseRequestedPage } from '#common/work/listing/read-query.ts'
import type { WorkItemListResponse } from '#common/work/listing/schema.ts'
import type { Context } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { readListingPage } from '../../work/listing/list-page.ts'
import { type PublicBoard, publishedItemsCondition } from './board.ts'
import { boardItemColumnsSql } from './board-item-columns.ts'
import type { PublishedView } from './published-view.ts'

type Sent = QueryOf<typeof publishCalls.listPublishedItems>
type Answer = ResponseOf<typeof publishCalls.listPublishedItems>

/** Returns true if the request contains any option for grouping, sorting or filtering. */
export function hasListingOptions(sent: Sent): boolean {
  return [
    sent.group_by,
    sent.sub_group_by,
    sent.order_by,
    ...publicBoardFilters.map((name) => sent[name]),
  ].some((value) => value !== undefined && value !== null)
}

/**
 * Lists the items of a board like the list for members, but returns public rows. Requests can group, sort and
 * filter only by public properties, so that groups and cursors reveal nothing that is not public.
 */
export async function listBoardItemsWithOptions(
  ctx: Context,
  board: PublicBoard,
  sent: Sent,
): Promise<Answer> {
  const { view } = board
  if (view !== null) refuseWithheld(sent)
  const { group_by = null, sub_group_by = null, order_by = orderOf(view) } = sent
  if (group_by !== null && group_by === sub_group_by)
    throw invalid('sub_group_by', 'Group by and sub group by cannot have same parameters')
  const filters = Object.fromEntries(publicBoardFilters.map((name) => [name, sent[name]]))
  // For callers without an account, relative dates are calculated in UTC.
  const clock = createUserClock(ctx.user ?? { timezone: 'UTC', week_starts_on: 0 })
  for (const name of invalidDateFilters(filters, clock)) throw invalid(name, 'Invalid date.')
  const { listable, listing: whole } = view ?? wholeProject(board)
  const by = { group_by, sub_group_by: group_by === null ? null : sub_group_by }
  const listing = { ...whole, ...by, filters: parseLegacyFilters(filters, clock), order_by }
  const dropsEmpty = [by.group_by, by.sub_group_by].map((one) => view !== null || one === 'cycle_id')
  // Open a transaction, because grouped listings need one and calls without an account run without a
  // transaction.
  return ctx.em.transactional(
    async (transaction) => {
      const em = transaction as Context['em']
      const page = await readListingPage(em, listable, listing, parseRequestedPage(sent))
      const items = await publicRows({ ...ctx, em }, board, idsIn(page.results))
      return { ...page, results: withPublicRows(page.results, items, dropsEmpty) }
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  )
}

/** Throws if the request groups or filters by a property that the board of a view does not show. */
function refuseWithheld({ group_by, sub_group_by, ...sent }: Sent): void {
  if (group_by !== undefined && !isPropertyPublicOnViewBoard(group_by))
    throw invalid('group_by', invalidGroup)
  if (sub_group_by !== undefined && !isPropertyPublicOnViewBoard(sub_group_by))
    throw invalid('sub_group_by', invalidGroup)
  for (const name of publicBoardFilters)
    if (sent[name] !== undefined && !isPropertyPublicOnViewBoard(name))
      throw invalid(name, 'The board of a view cannot be filtered by this property.')
}

const invalidGroup = 'Invalid grouping of work items.'

/**
 * Returns the sort order of the view if it is public, otherwise the manual order. Visitors could read the
 * values of any other sort order in the cursors.
 */
function orderOf(view: PublishedView | null): OrderKey {
  const own: string | undefined = view?.listing.order_by
  return publicBoardOrders.find((one) => one === own) ?? 'sort_order'
}

function wholeProject({
  workspace_id,
  project_ids,
}: PublicBoard): Pick<PublishedView, 'listable' | 'listing'> {
  return {
    listable: { workspace_id, project_ids, access: matchAllCondition },
    listing: createListing(listingContexts.project(project_ids[0] ?? '')),
  }
}

type Results = WorkItemListResponse['results']

function idsIn(results: Results): string[] {
  if (Array.isArray(results)) return results.map(({ id }) => id)
  return Object.values(results).flatMap((group) => idsIn(group.results))
}

async function publicRows(ctx: Context, board: PublicBoard, ids: string[]): Promise<Map<string, PublicItem>> {
  const { rows } = await sql<PublicItem>`
    select ${boardItemColumnsSql(ctx, board)} from work_items i join projects p on p.id = i.project_id
    where ${publishedItemsCondition(board)} and i.id = any(${ids}::uuid[])`.execute(query(ctx.em))
  return new Map(rows.map((row) => [row.id, presentRow(publicItem, row)]))
}

/**
 * Replaces the rows of a listing by public rows. `dropsEmpty` contains a flag for each level of groups. If it
 * is true, empty groups are left out. For example, a board shows no cycles without published items, and the
 * board of a view shows only the states and labels of its items.
 */
function withPublicRows(
  results: Results,
  items: ReadonlyMap<string, PublicItem>,
  [dropsEmpty = false, ...deeper]: readonly boolean[],
): Answer['results'] {
  if (Array.isArray(results)) return results.flatMap(({ id }) => items.get(id) ?? [])
  const groups = Object.entries(results).filter(([, group]) => !dropsEmpty || group.total_results > 0)
  const shown = groups.map(([name, group]) => [
    name,
    { ...group, results: withPublicRows(group.results, items, deeper) },
  ])
  // The cast is safe: the groups have the same nesting as in the listing, which the compiler cannot infer.
  return Object.fromEntries(shown) as Answer['results']
}

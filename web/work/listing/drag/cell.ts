import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { listNames } from '../../../locales/formats.ts'
import { tables } from '../../../platform/app/sync.ts'
import { createPositionBetweenItems, moveWorkItem } from '../../work-items/actions.ts'
import { patchToMoveIntoGroup } from '../group-target.ts'
import { groupName } from '../groups.ts'
import { undatedCellName } from '../layouts/tray.ts'
import { createGroupPath, groupOfListing } from '../listings.ts'
import type { DropTarget } from './drag.ts'

/**
 * A cell of a board: a group, or the part of a group within one lane. `createGroupPath` returns its identifier.
 */
export interface BoardCell {
  group: string
  sub: string | null
}

export function parseCellPath(path: string): BoardCell {
  const at = path.indexOf('|')
  return at < 0 ? { group: path, sub: null } : { group: path.slice(0, at), sub: path.slice(at + 1) }
}

/** Returns the group of the focused item, or null. A keyboard shortcut creates new items in this group. */
export function cellOfFocusedItem(): BoardCell | null {
  const cell = document.activeElement
    ?.closest<HTMLElement>('[data-item]')
    ?.closest<HTMLElement>('[data-cell]')
  const path = cell?.dataset['cell']
  return path === undefined || path === undatedCellName ? null : parseCellPath(path)
}

export function itemIdsInCell(groups: ListingGroups, path: string): readonly string[] {
  const { group, sub } = parseCellPath(path)
  return groupOfListing(groups, group, sub).ids
}

/** Returns the names of a cell's column and lane for screen readers. */
export function describeBoardCell({ group_by, sub_group_by }: Listing, path: string): string {
  const { group, sub } = parseCellPath(path)
  const names = [
    group_by === null || group === flatListingGroupName ? null : groupName(group_by, group),
    sub === null || sub_group_by === null ? null : groupName(sub_group_by, sub),
  ]
  return listNames(names.filter((name) => name !== null))
}

/** Returns whether items are sorted manually, and not by a value. */
export function isSortedManually({ order_by }: Listing): boolean {
  return order_by === 'sort_order'
}

/** Moves a card to a cell: sets the property values of the cell and, if the order is manual, the position. */
export async function dropItemIntoCell(
  listing: Listing,
  groups: ListingGroups,
  id: string,
  from: string,
  to: DropTarget,
): Promise<void> {
  const row = tables.work_items.get(id)
  if (row === undefined || to.before === id) return
  const [source, target] = [parseCellPath(from), parseCellPath(to.cell)]
  const column = patchToMoveIntoGroup(listing.group_by, target.group, source.group, row)
  const lane =
    target.sub === null ? {} : patchToMoveIntoGroup(listing.sub_group_by, target.sub, source.sub, row)
  if (column === null || lane === null) return
  const ids = itemIdsInCell(groups, createGroupPath(target.group, target.sub)).filter((other) => other !== id)
  const at = to.before === null ? ids.length : ids.indexOf(to.before)
  const place = isSortedManually(listing)
    ? await createPositionBetweenItems(ids[at - 1] ?? null, to.before)
    : null
  await moveWorkItem(id, { ...column, ...lane, ...(place !== null && { sort_order: place }) })
}

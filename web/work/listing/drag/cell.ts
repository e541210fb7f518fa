import { groupKeysOfRow, type ListingGroups } from '#common/work/listing/arrange.ts'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { listNames } from '../../../locales/formats.ts'
import { tables } from '../../../platform/app/sync.ts'
import { createPositionBetweenItems, moveWorkItem, type WorkItemPatch } from '../../work-items/actions.ts'
import { type BoardCell, itemIdsInCell, parseCellPath } from '../cell-path.ts'
import { patchToMoveIntoGroup } from '../group-target.ts'
import { groupName } from '../groups.ts'
import { undatedCellName } from '../layouts/tray.ts'
import type { DropTarget } from './drag.ts'
import { neighborsAt } from './drop-position.ts'

/** Returns the group of the focused item, or null. A keyboard shortcut creates new items in this group. */
export function cellOfFocusedItem(): BoardCell | null {
  const cell = document.activeElement
    ?.closest<HTMLElement>('[data-item]')
    ?.closest<HTMLElement>('[data-cell]')
  const path = cell?.dataset['cell']
  return path === undefined || path === undatedCellName ? null : parseCellPath(path)
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

/**
 * Returns the patch that moves an item from a cell into another one, or null if that is not possible. If the target
 * cell has no sub-group, the patch does not change the sub-group of the item.
 */
export function patchToMoveIntoCell(
  { group_by, sub_group_by }: Listing,
  to: string,
  from: string | null,
  row: WorkItemRow,
): WorkItemPatch | null {
  const [source, target] = [from === null ? null : parseCellPath(from), parseCellPath(to)]
  const column = patchToMoveIntoGroup(group_by, target.group, source?.group ?? null, row)
  const lane =
    target.sub === null ? {} : patchToMoveIntoGroup(sub_group_by, target.sub, source?.sub ?? null, row)
  return column === null || lane === null ? null : { ...column, ...lane }
}

/** Returns whether an item has the values of a cell. */
export function isItemInCell({ group_by, sub_group_by }: Listing, path: string, row: WorkItemRow): boolean {
  const { group, sub } = parseCellPath(path)
  return (
    (group_by === null || groupKeysOfRow(group_by, row).includes(group)) &&
    (sub_group_by === null || sub === null || groupKeysOfRow(sub_group_by, row).includes(sub))
  )
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
  if (row === undefined || (to.before === id && to.cell === from)) return
  const values = patchToMoveIntoCell(listing, to.cell, from, row)
  if (values === null) return
  const [above, below] = neighborsAt(itemIdsInCell(groups, to.cell), to.before, id)
  const place = isSortedManually(listing) ? await createPositionBetweenItems(above, below) : null
  await moveWorkItem(id, { ...values, ...(place !== null && { sort_order: place }) })
}

import type { ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { updateEachItem } from '../../bulk/change-many.ts'
import { itemIdsInCell, parseCellPath } from '../../cell-path.ts'
import { dropItemIntoCell, isItemInCell, isSortedManually, patchToMoveIntoCell } from '../../drag/cell.ts'
import type { DropTarget } from '../../drag/drag.ts'
import { positionBefore } from '../../drag/drop-position.ts'
import { canMoveBetweenGroups } from '../../group-target.ts'
import { selectedIdsAtom } from '../../selection/selected.ts'
import type { ListRowPosition } from './use-list-row-keyboard.ts'

/**
 * Moves a row to the position where it was dropped. In a list with groups, all selected rows move to the group if
 * the dropped row is one of them.
 */
export function moveDroppedRows(
  listing: Listing,
  groups: ListingGroups,
  id: string,
  from: string,
  to: DropTarget,
): void {
  const { group_by } = listing
  const selected = store.get(selectedIdsAtom)
  const others = group_by === null || !selected.has(id) ? [] : [...selected].filter((one) => !isIn(one))
  if (others.length < 2) void dropItemIntoCell(listing, groups, id, from, to)
  else {
    const source = from === to.cell ? null : from
    void updateEachItem(others, (row) => patchToMoveIntoCell(listing, to.cell, source, row) ?? {})
  }

  function isIn(one: string): boolean {
    const row = tables.work_items.get(one)
    return row === undefined || isItemInCell(listing, to.cell, row)
  }
}

/**
 * Returns the drop position that is one step above or below the row. In manual order, this is the adjacent position in
 * the group, or at an end of the group a position in the adjacent group. In other orders, it is always in the adjacent
 * group. Returns null if the row cannot move.
 */
export function adjacentDropPosition(
  listing: Listing,
  groups: ListingGroups,
  order: readonly string[],
  { id, group }: ListRowPosition,
  direction: 'up' | 'down',
): DropTarget | null {
  const ids = itemIdsInCell(groups, group)
  const at = ids.indexOf(id)
  const to = at + (direction === 'up' ? -1 : 1)
  if (isSortedManually(listing) && to >= 0 && to < ids.length) {
    return { cell: group, before: (direction === 'up' ? ids[to] : ids[to + 1]) ?? null }
  }
  const beside = order[order.indexOf(group) + (direction === 'up' ? -1 : 1)]
  if (beside === undefined || !canMoveBetweenCells(listing, group, beside)) return null
  const [first = null] = itemIdsInCell(groups, beside)
  return { cell: beside, before: direction === 'up' ? null : first }
}

function canMoveBetweenCells({ group_by, sub_group_by }: Listing, from: string, to: string): boolean {
  const [source, target] = [parseCellPath(from), parseCellPath(to)]
  return (
    (source.group === target.group || canMoveBetweenGroups(group_by)) &&
    (target.sub === null || source.sub === target.sub || canMoveBetweenGroups(sub_group_by))
  )
}

/** Returns the position in the group, counted from 1. */
export function getDropPositionInGroup(groups: ListingGroups, { cell, before }: DropTarget, id: string) {
  const ids = itemIdsInCell(groups, cell).filter((other) => other !== id)
  return { position: positionBefore(ids, before) + 1, count: ids.length + 1 }
}

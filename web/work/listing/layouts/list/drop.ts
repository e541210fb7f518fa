import { groupKeysOfRow, type ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { setEach } from '../../bulk/change-many.ts'
import { cellOf, dropInto, isManual } from '../../drag/cell.ts'
import type { DropTarget } from '../../drag/drag.ts'
import { canMoveBetween, patchInto } from '../../group-target.ts'
import { groupAt } from '../../listings.ts'
import { selectedIdsAtom } from '../../selection/selected.ts'
import type { RowAt } from './row-keys.ts'

/** Moves a row to where it was dropped. If the row is selected, the whole selection moves to the group. */
export function dropRows(
  listing: Listing,
  groups: ListingGroups,
  id: string,
  from: string,
  to: DropTarget,
): void {
  const { group_by } = listing
  const selected = store.get(selectedIdsAtom)
  const others = group_by === null || !selected.has(id) ? [] : [...selected].filter((one) => !isIn(one))
  if (others.length < 2) void dropInto(listing, groups, id, from, to)
  else void setEach(others, (row) => patchInto(group_by, to.cell, from === to.cell ? null : from, row) ?? {})

  function isIn(one: string): boolean {
    const row = tables.work_items.get(one)
    return row === undefined || (group_by !== null && groupKeysOfRow(group_by, row).includes(to.cell))
  }
}

/**
 * Returns the drop position one step up or down: within the group if the order is manual, otherwise in the
 * adjacent group.
 */
export function placeBeside(
  listing: Listing,
  groups: ListingGroups,
  order: readonly string[],
  { id, group }: RowAt,
  direction: 'up' | 'down',
): DropTarget | null {
  const { ids } = groupAt(groups, group)
  const at = ids.indexOf(id)
  const to = at + (direction === 'up' ? -1 : 1)
  if (isManual(listing) && to >= 0 && to < ids.length) {
    return { cell: group, before: (direction === 'up' ? ids[to] : ids[to + 1]) ?? null }
  }
  const beside = order[order.indexOf(group) + (direction === 'up' ? -1 : 1)]
  if (beside === undefined || !canMoveBetween(listing.group_by)) return null
  const [first = null] = groupAt(groups, beside).ids
  return { cell: beside, before: direction === 'up' ? null : first }
}

/** Returns the position in the group, counted from 1. */
export function positionIn(groups: ListingGroups, { cell, before }: DropTarget, id: string) {
  const ids = groupAt(groups, cellOf(cell).group).ids.filter((other) => other !== id)
  return { position: (before === null ? ids.length : ids.indexOf(before)) + 1, count: ids.length + 1 }
}

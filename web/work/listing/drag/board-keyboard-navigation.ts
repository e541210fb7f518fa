import type { ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { itemIdsInCell } from '../cell-path.ts'
import { describeBoardCell } from './cell.ts'
import type { DropTarget } from './drag.ts'
import { positionBefore } from './drop-position.ts'

export interface BoardStructure {
  listing: Listing
  groups: ListingGroups
  /** The cells of each lane from left to right. Without lanes there is a single row. */
  lanes: readonly (readonly string[])[]
}

/** A card and the cell that contains it. A card with two labels is in two cells. */
export interface BoardCardPosition {
  id: string
  cell: string
}

/** Computes where an arrow key leads on a board: to another card, or to another position of a lifted card. */
export function createBoardKeyboardNavigation({ listing, groups, lanes }: BoardStructure) {
  function placeOf(id: string, cell: string): DropTarget {
    const ids = itemIdsInCell(groups, cell)
    return { cell, before: ids[ids.indexOf(id) + 1] ?? null }
  }

  /** Returns the ids in a cell without the lifted card. */
  function rest(cell: string, id: string): string[] {
    return itemIdsInCell(groups, cell).filter((other) => other !== id)
  }

  /**
   * Returns the drop position of a lifted card after an arrow key. Up and down move the card through its cell
   * and on to the lane above or below. Left and right move it to the adjacent column.
   */
  function shifted({ cell, before }: DropTarget, id: string, key: string): DropTarget {
    const ids = rest(cell, id)
    const at = positionBefore(ids, before)
    const to = at + stepOf(key)
    if (isVertical(key) && to >= 0 && to <= ids.length) return { cell, before: ids[to] ?? null }
    const next = beside(cell, key)
    if (next === undefined) return { cell, before }
    if (key === 'ArrowUp') return { cell: next, before: null }
    return { cell: next, before: rest(next, id)[key === 'ArrowDown' ? 0 : at] ?? null }
  }

  function beside(cell: string, key: string): string | undefined {
    const lane = lanes.findIndex((cells) => cells.includes(cell))
    const column = lanes[lane]?.indexOf(cell) ?? -1
    const step = stepOf(key)
    return isVertical(key) ? lanes[lane + step]?.[column] : lanes[lane]?.[column + step]
  }

  function position({ cell, before }: DropTarget, id: string) {
    const ids = rest(cell, id)
    const at = positionBefore(ids, before)
    return { group: describeBoardCell(listing, cell), position: at + 1, count: ids.length + 1 }
  }

  /** Returns the card to which an arrow key moves the focus. Skips empty cells. */
  function neighborOf(id: string, cell: string, key: string): BoardCardPosition | undefined {
    const ids = itemIdsInCell(groups, cell)
    const at = ids.indexOf(id)
    const neighbor = isVertical(key) ? ids[at + stepOf(key)] : undefined
    if (neighbor !== undefined) return { id: neighbor, cell }
    for (let next = beside(cell, key); next !== undefined; next = beside(next, key)) {
      const found = firstCard(itemIdsInCell(groups, next), at, key)
      if (found !== undefined) return { id: found, cell: next }
    }
    return
  }

  return { placeOf, shifted, position, neighborOf }
}

/**
 * Returns the card of another cell to which an arrow key moves the focus. `at` is the index that the focused
 * card has in its own cell.
 */
function firstCard(ids: readonly string[], at: number, key: string): string | undefined {
  if (key === 'ArrowDown') return ids[0]
  const last = ids.length - 1
  return ids[key === 'ArrowUp' ? last : Math.min(at, last)]
}

function isVertical(key: string): boolean {
  return key === 'ArrowUp' || key === 'ArrowDown'
}

function stepOf(key: string): 1 | -1 {
  return key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
}

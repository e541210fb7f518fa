import { useState } from 'react'
import type { ColumnName } from '#common/work/listing/properties.ts'
import type { SheetColumn } from './columns.ts'
import { type CellPosition, headerRow, rangeBetween, type SheetRange } from './grid.ts'

/** A cell that stays the same while rows move: it goes with its item, and stays near where it was when that is gone. */
interface Spot {
  id: string | null
  row: number
  column: ColumnName
}

export interface Cells {
  ids: readonly string[]
  columns: readonly SheetColumn[]
  /** The cell that has the focus whenever the table has it, and that is edited. */
  cursor: CellPosition
  /** The corner of the range across from the cursor. */
  end: CellPosition
  /** What is copied, filled and cleared; null while the cursor is in the headers. */
  range: SheetRange | null
  /** Whether the cell is being edited, and what was typed to begin. */
  editing: { typed: string } | null
  put: (cursor: CellPosition, end?: CellPosition) => void
  /** Begins to edit the cell with the cursor, which may have been put there only now. */
  edit: (cursor: CellPosition, typed?: string) => void
  stopEditing: () => void
}

/** The cursor of a table and the range of cells that reaches from it. */
export function useCells(ids: readonly string[], columns: readonly SheetColumn[]): Cells {
  const [spots, setSpots] = useState<{ cursor: Spot; end: Spot } | null>(null)
  const [edited, setEdited] = useState<{ id: string | undefined; typed: string } | null>(null)
  const cursor = pointOf(spots?.cursor, ids, columns)
  const end = pointOf(spots?.end, ids, columns)
  const spotOf = ({ row, column }: CellPosition): Spot => ({
    id: ids[row] ?? null,
    row,
    column: columns[column]?.name ?? 'title',
  })
  return {
    ids,
    columns,
    cursor,
    end,
    range: cursor.row === headerRow ? null : rangeBetween(cursor, end),
    // When its item has gone, the one that stands there now is not meant.
    editing: edited !== null && edited.id === ids[cursor.row] ? edited : null,
    put: (nextCursor, nextEnd = nextCursor) => {
      setEdited(null)
      setSpots({ cursor: spotOf(nextCursor), end: spotOf(nextEnd) })
    },
    edit: ({ row }, typed = '') => setEdited({ id: ids[row], typed }),
    stopEditing: () => setEdited(null),
  }
}

function pointOf(
  spot: Spot | undefined,
  ids: readonly string[],
  columns: readonly SheetColumn[],
): CellPosition {
  if (spot === undefined) return { row: 0, column: 0 }
  const column = Math.max(
    0,
    columns.findIndex(({ name }) => name === spot.column),
  )
  if (spot.row === headerRow) return { row: headerRow, column }
  // Mostly it is where it was.
  const row = ids[spot.row] === spot.id ? spot.row : ids.indexOf(spot.id ?? '')
  return { row: row < 0 ? Math.min(spot.row, ids.length - 1) : row, column }
}

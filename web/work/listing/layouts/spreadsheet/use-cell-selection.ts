import { useState } from 'react'
import type { ColumnName } from '#common/work/listing/properties.ts'
import type { SheetColumn } from './columns.ts'
import { type CellPosition, headerRowIndex, rangeBetween, type SheetRange } from './grid.ts'

/** A cell that stays with its item while rows move. If the item is gone, it stays at the same row index. */
interface CellAnchor {
  id: string | null
  row: number
  column: ColumnName
}

export interface CellSelection {
  ids: readonly string[]
  columns: readonly SheetColumn[]
  /**
   * The current cell. If the table has the focus, this cell is the focused element. Typing edits this cell.
   */
  cursor: CellPosition
  /** The corner of the range opposite to the cursor. */
  end: CellPosition
  /** The range that users copy, fill and clear. Is null while the cursor is in the header. */
  range: SheetRange | null
  /** Is null unless the cell at the cursor is being edited. `typed` is the text that started the editing. */
  editing: { typed: string } | null
  put: (cursor: CellPosition, end?: CellPosition) => void
  /**
   * Starts editing the cell at `cursor`. The cursor is a parameter, because `put` may have moved it in the
   * same event.
   */
  edit: (cursor: CellPosition, typed?: string) => void
  stopEditing: () => void
}

/** Returns the cursor of the spreadsheet and the selected range. */
export function useCellSelection(ids: readonly string[], columns: readonly SheetColumn[]): CellSelection {
  const [spots, setSpots] = useState<{ cursor: CellAnchor; end: CellAnchor } | null>(null)
  const [edited, setEdited] = useState<{ id: string | undefined; typed: string } | null>(null)
  const cursor = pointOf(spots?.cursor, ids, columns)
  const end = pointOf(spots?.end, ids, columns)
  const spotOf = ({ row, column }: CellPosition): CellAnchor => ({
    id: ids[row] ?? null,
    row,
    column: columns[column]?.name ?? 'title',
  })
  return {
    ids,
    columns,
    cursor,
    end,
    range: cursor.row === headerRowIndex ? null : rangeBetween(cursor, end),
    // If the edited item is gone, the item that takes its row is not edited.
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
  spot: CellAnchor | undefined,
  ids: readonly string[],
  columns: readonly SheetColumn[],
): CellPosition {
  if (spot === undefined) return { row: 0, column: 0 }
  const column = Math.max(
    0,
    columns.findIndex(({ name }) => name === spot.column),
  )
  if (spot.row === headerRowIndex) return { row: headerRowIndex, column }
  // Usually the row index has not changed, so it is checked first.
  const row = ids[spot.row] === spot.id ? spot.row : ids.indexOf(spot.id ?? '')
  return { row: row < 0 ? Math.min(spot.row, ids.length - 1) : row, column }
}

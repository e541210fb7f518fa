import type { ClipboardEvent } from 'react'
import { isTextEntryTarget } from '../../../../platform/ui/hotkeys.ts'
import { clearCells, copyCells, pasteCells } from './cell-actions.ts'
import type { CellSelection } from './use-cell-selection.ts'

/** Copies the range as tab-separated text. A cut event also clears the cells. */
export function onGridCopy(event: ClipboardEvent<HTMLElement>, cells: CellSelection): void {
  if (cells.range === null || isElsewhere(event)) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', copyCells(cells, cells.range))
  if (event.type === 'cut') clearCells(cells, cells.range)
}

export function onGridPaste(event: ClipboardEvent<HTMLElement>, cells: CellSelection): void {
  if (cells.range === null || isElsewhere(event)) return
  event.preventDefault()
  const { top, bottom, left, right } = pasteCells(
    cells,
    cells.range,
    event.clipboardData.getData('text/plain'),
  )
  cells.put({ row: top, column: left }, { row: bottom, column: right })
}

/** Returns whether the event belongs to a text field or to a popup outside of the table. */
function isElsewhere({ target, currentTarget }: ClipboardEvent<HTMLElement>): boolean {
  return isTextEntryTarget(target) || !(target instanceof Node) || !currentTarget.contains(target)
}

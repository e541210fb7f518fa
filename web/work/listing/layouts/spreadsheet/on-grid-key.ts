import type { KeyboardEvent } from 'react'
import { formatHotkeyFromEvent, isTextEntryTarget } from '../../../../platform/ui/hotkeys.ts'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'
import { addToSelection } from '../../selection/selected.ts'
import { clearCells, fillDown } from './cell-actions.ts'
import { type CellPosition, getCellAfterKeyPress, isSingleCell } from './grid.ts'
import type { CellSelection } from './use-cell-selection.ts'

interface Keys {
  cells: CellSelection
  /** Returns the number of visible rows. */
  page: () => number
  reveal: (point: CellPosition) => void
  onOpen: (id: string) => void
  canEdit: (point: CellPosition) => boolean
}

/**
 * Implements keyboard control of the spreadsheet. The handler uses the capture phase, because popups
 * of cells would otherwise handle the arrow keys. Other keys are left to the shortcuts of the page.
 */
export function onGridKey(
  event: KeyboardEvent<HTMLElement>,
  { cells, page, reveal, onOpen, canEdit }: Keys,
): void {
  const { target, currentTarget } = event
  // React events of popups bubble to the table although the popups are elsewhere in the DOM. Ignore them.
  if (!(target instanceof Element) || !currentTarget.contains(target) || isTextEntryTarget(target)) return
  if (target.closest('hr') !== null) return
  if (pressedKey(event) === '' || (event.key === ' ' && target instanceof HTMLInputElement)) return
  const { cursor, end, range, editing, put, edit } = cells
  // While a cell is edited, its editor handles the keys.
  if (editing !== null) return
  const size = { rows: cells.ids.length, columns: cells.columns.length }
  const press = formatHotkeyFromEvent(event)
  const isExtending = event.shiftKey && range !== null
  const handled = () => {
    event.preventDefault()
    event.stopPropagation()
  }

  const to = getCellAfterKeyPress(press.replace('shift+', ''), isExtending ? end : cursor, size, page())
  if (to !== null) {
    handled()
    const corner = isExtending ? { ...to, row: Math.max(0, to.row) } : to
    if (isExtending) put(cursor, corner)
    else put(corner)
    reveal(corner)
    return
  }

  if (range === null) {
    if (press !== 'enter' && press !== 'space') return
    handled()
    target.closest('th')?.querySelector('button')?.click()
    return
  }
  const isTitle = cells.columns[cursor.column]?.name === 'title'
  const id = cells.ids[cursor.row]
  const act = () => {
    switch (press) {
      case 'enter':
      case 'space':
        if (isTitle && id !== undefined) onOpen(id)
        else if (canEdit(cursor)) edit(cursor)
        return true
      case 'shift+space':
        addToSelection(cells.ids.slice(range.top, range.bottom + 1))
        return true
      case 'f2':
        if (canEdit(cursor)) edit(cursor)
        return true
      case 'delete':
      case 'backspace':
        clearCells(cells, range)
        return true
      case 'mod+d':
        fillDown(cells, range)
        return true
      case 'mod+a':
        put({ row: 0, column: 0 }, { row: size.rows - 1, column: size.columns - 1 })
        return true
      case 'escape':
        if (isSingleCell(range)) return false
        put(cursor)
        return true
      default:
        // In the title column, typed letters are shortcuts as in other layouts, so only F2 edits the title. In
        // other columns, a typed letter starts editing.
        if (isTitle || !isText(event) || !canEdit(cursor)) return false
        edit(cursor, event.key)
        return true
    }
  }
  if (act()) handled()
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}]$/u.test(key)
}

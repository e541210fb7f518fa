import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { preloadPicker } from '../../../../platform/ui/Picker.tsx'
import type { CellSelection } from './use-cell-selection.ts'
import { findCellPosition } from './use-pointer.ts'

/**
 * Keeps the focus on the cell with the cursor while the table has the focus, even if rows move. After editing, the cell gets the
 * focus back.
 */
export function useCursorCellFocus(
  grid: RefObject<HTMLElement | null>,
  { cursor, editing, put }: CellSelection,
  cellAt: (point: CellSelection['cursor']) => HTMLElement | null,
) {
  const hasFocus = useRef(false)
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    const cell = cellAt(cursor)
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    const isInGrid = hasFocus.current && (isLost || grid.current?.contains(activeElement))
    const isBack = wasEditing.current && editing === null && isLost
    // An element inside the cell (such as the title field) keeps the focus.
    if ((isInGrid || isBack) && !cell?.contains(activeElement)) cell?.focus({ preventScroll: true })
    wasEditing.current = editing !== null
  })
  return {
    onFocus({ target }: FocusEvent) {
      hasFocus.current = true
      preloadPicker()
      const point = findCellPosition(target)
      if (point && (point.row !== cursor.row || point.column !== cursor.column)) put(point)
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      hasFocus.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}

import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { fillDownToRow } from './cell-actions.ts'
import { type CellPosition, headerRowIndex, isSingleCell, type SheetRange } from './grid.ts'
import { useCellRangeDrag } from './use-cell-range-drag.ts'
import type { CellSelection } from './use-cell-selection.ts'

interface PointerSettings {
  viewport: RefObject<HTMLElement | null>
  cells: CellSelection
  onOpen: (id: string) => void
  canEdit: (point: CellPosition) => boolean
}

interface Press {
  mode: 'select' | 'fill'
  /** True if the cell already had the cursor before this press, so that the press edits the cell. */
  hadCursor: boolean
  hasMoved: boolean
  /**
   * The row to which the fill handle is dragged. The React state also contains this row, but it is updated too
   * late to be read at the end of the drag.
   */
  bottom: number | null
}

/**
 * Implements pointer control of the spreadsheet. A press moves the cursor, dragging selects a range, and a press
 * with Shift extends the range. A press on the cell with the cursor edits the cell. Dragging the handle at the
 * corner of the range fills cells down. On touch screens, a swipe scrolls and a tap edits a cell.
 */
export function useSheetPointer({ viewport, cells, onOpen, canEdit }: PointerSettings) {
  const press = useRef<Press | null>(null)
  const [fillBottom, setFillBottom] = useState<number | null>(null)
  const { cursor, end, range, put, edit } = cells
  const filling = fillRange(range, fillBottom)

  const follow = useCellRangeDrag({
    viewport,
    mayScroll: () => press.current?.hasMoved === true,
    onMove(x, y) {
      const { current } = press
      const point = findCellPosition(document.elementFromPoint(x, y))
      if (current === null || point === null || point.row === headerRowIndex) return
      if (current.mode === 'fill') {
        current.bottom = point.row
        return setFillBottom(point.row)
      }
      if (same(point, end)) return
      current.hasMoved = true
      put(cursor, point)
    },
    onEnd() {
      setFillBottom(null)
      const filled = fillRange(range, press.current?.bottom ?? null)
      if (range === null || filled === null) return
      fillDownToRow(cells, range, filled.bottom)
      put({ row: range.top, column: range.left }, { row: filled.bottom, column: range.right })
    },
  })

  return {
    /** The cells that would be filled if the user released the fill handle now. */
    filling,
    onPointerDown({ target, button, pointerType, shiftKey }: PointerEvent) {
      press.current = null
      const point = findCellPosition(target)
      if (button !== 0 || pointerType === 'touch' || point === null) return
      if (point.row === headerRowIndex || isWithin(target, control)) return
      if (isWithin(target, '[data-fill]')) {
        press.current = { mode: 'fill', hadCursor: false, hasMoved: true, bottom: null }
        return follow()
      }
      const hasFocus = document.activeElement === cellOf(target)
      const hadCursor = hasFocus && same(point, cursor) && range !== null && isSingleCell(range)
      press.current = { mode: 'select', hadCursor, hasMoved: false, bottom: null }
      if (shiftKey && range !== null) put(cursor, point)
      else put(point)
      follow()
    },
    onMouseDown(event: MouseEvent) {
      // The press must not move the focus, which stays on the cell at which the range starts.
      if (isWithin(event.target, '[data-fill]') || (event.shiftKey && !isWithin(event.target, control)))
        event.preventDefault()
    },
    onClick({ target, shiftKey, nativeEvent }: MouseEvent) {
      const { current } = press
      press.current = null
      const point = findCellPosition(target)
      const id = cells.ids[point?.row ?? headerRowIndex]
      if (point === null || id === undefined || shiftKey || current?.hasMoved) return
      if (isWithin(target, control)) return
      const isTap = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch'
      if (isTap) put(point)
      if (isWithin(target, '[data-open]')) return onOpen(id)
      if ((isTap || current?.hadCursor) && canEdit(point)) edit(point)
    },
  }
}

/** Elements in a cell that handle clicks themselves: the checkbox and the title field. */
const control = 'input, label'

/** Returns the position of the cell that contains an element, or null. */
export function findCellPosition(target: EventTarget | null): CellPosition | null {
  const cell = cellOf(target)
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return null
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) }
}

function cellOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

function same(a: CellPosition, b: CellPosition): boolean {
  return a.row === b.row && a.column === b.column
}

function fillRange(range: SheetRange | null, bottom: number | null): SheetRange | null {
  if (range === null || bottom === null || bottom <= range.bottom) return null
  return { ...range, top: range.bottom + 1, bottom }
}

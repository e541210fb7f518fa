import type { Editor } from '@tiptap/core'
import { GripHorizontal, GripVertical } from 'lucide-react'
import { type PointerEvent as Press, useEffect, useRef, useState } from 'react'
import { computeTableLayout } from '#common/documents/content/table-layout.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import type { BlockHandle } from '../block-handle-view.ts'
import { dispatchMove } from '../moves/dispatch-move.ts'
import { applyColumnWidths } from './apply-column-widths.ts'
import { selectCells, selectedCells } from './cell-range.ts'
import { clampWidth, renderedColumnWidths } from './column-widths.ts'
import { RowOrColumnMenuItems } from './TableMenuItems.tsx'
import {
  moveRowsOrColumns,
  nearestTableBoundary,
  setTableColumnWidths,
  type TableAxis,
} from './table-commands.ts'
import { type CellIndexes, cellIndexesOf, cellUnderPointer, rowOrColumnEdges } from './tables-on-screen.ts'

interface GripsProps {
  editor: Editor
  handle: BlockHandle
}

interface Mark {
  left: number
  top: number
  width: number
  height: number
}

/**
 * The controls at the cell under the pointer: the handles of its row and column, and the edge that resizes
 * the column.
 */
export function TableHandles({ editor, handle }: GripsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<TableAxis | null>(null)
  const [mark, setMark] = useState<Mark | null>(null)
  const [isSizing, setSizing] = useState(false)
  const spot = useSpot(handle, open !== null || mark !== null || isSizing)
  const select = (of: TableAxis) => selectLine(editor, handle, spot, of)
  if (spot === null) return null
  const grip = (of: TableAxis) => (
    <div
      className={of === 'row' ? 'table-grip is-row' : 'table-grip is-column'}
      style={of === 'row' ? { top: spot.top, height: spot.height } : { left: spot.left, width: spot.width }}
    >
      <Menu
        side={of === 'row' ? 'left' : 'top'}
        align="start"
        open={open === of}
        onOpenChange={(isOpen) => {
          if (isOpen) select(of)
          setOpen(isOpen ? of : null)
        }}
        trigger={
          <IconButton
            size="sm"
            tabIndex={-1}
            label={t(of === 'row' ? 'editor.table.row' : 'editor.table.column')}
            icon={of === 'row' ? <GripVertical /> : <GripHorizontal />}
            onPointerDownCapture={(event) =>
              startDrag({ event, editor, handle, of, select: () => select(of), show: setMark })
            }
          />
        }
      >
        <RowOrColumnMenuItems of={of} editor={editor} enter={() => undefined} />
      </Menu>
    </div>
  )
  return (
    <>
      {grip('row')}
      {grip('column')}
      <div
        aria-hidden
        className="table-edge"
        style={{ left: spot.left + spot.width, height: spot.tableHeight }}
        onPointerDown={(event) => startSizing({ event, editor, handle, spot, hold: setSizing })}
        onDoubleClick={() => resetWidths(editor, handle)}
      />
      {mark && <div aria-hidden className="block-drop-line" style={mark} />}
    </>
  )
}

/**
 * Returns the cell under the pointer, or null if the pointer is outside of the table. While a menu is open or a
 * handle is dragged, the returned cell does not change.
 */
function useSpot(handle: BlockHandle, isPinned: boolean): CellIndexes | null {
  const [spot, setSpot] = useState<CellIndexes | null>(null)
  const pinned = useRef(isPinned)
  pinned.current = isPinned
  useEffect(() => {
    const box = handle.over?.parentElement
    if (!box) return
    const updateSpot = (event: PointerEvent) => {
      if (pinned.current || event.pointerType === 'touch' || event.buttons !== 0) return
      const cell = cellUnderPointer(box, event)
      if (cell) setSpot(cellIndexesOf(box, cell))
    }
    const leave = () => pinned.current || setSpot(null)
    // Edits shift the cells, so the controls are hidden on input. They would otherwise be at the wrong cell.
    box.addEventListener('pointermove', updateSpot, { passive: true })
    box.addEventListener('pointerleave', leave)
    box.addEventListener('input', leave)
    box.addEventListener('scroll', leave, { capture: true, passive: true })
    return () => {
      box.removeEventListener('pointermove', updateSpot)
      box.removeEventListener('pointerleave', leave)
      box.removeEventListener('input', leave)
      box.removeEventListener('scroll', leave, { capture: true })
    }
  }, [handle])
  return spot
}

/**
 * Selects the whole row or column of a cell. If the row or column is already part of a selection of several
 * whole rows or columns, this selection stays.
 */
function selectLine(editor: Editor, handle: BlockHandle, spot: CellIndexes | null, of: TableAxis): void {
  const position = handle.position()
  const { state, view } = editor
  const table = position === undefined ? null : state.doc.nodeAt(position)
  if (spot === null || position === undefined || !table) return
  const { width, height } = computeTableLayout(table)
  const { row, column } = spot
  const selected = selectedCells(state)
  const { rect } = selected ?? {}
  const isWhole =
    of === 'row'
      ? rect?.right === width - 1 && rect.left === 0
      : rect?.bottom === height - 1 && rect.top === 0
  const isIn =
    rect &&
    (of === 'row' ? row >= rect.top && row <= rect.bottom : column >= rect.left && column <= rect.right)
  if (selected?.position === position && isWhole && isIn) return
  const line =
    of === 'row'
      ? { top: row, bottom: row, left: 0, right: width - 1 }
      : { top: 0, bottom: height - 1, left: column, right: column }
  view.dispatch(selectCells(state.tr, position, line))
}

interface Drag {
  event: Press
  editor: Editor
  handle: BlockHandle
  of: TableAxis
  select: () => void
  show: (mark: Mark | null) => void
}

function startDrag({ event, editor, handle, of, select, show }: Drag): void {
  const box = handle.over?.parentElement
  if (event.button !== 0 || !box) return
  const { clientX, clientY } = event
  let isDragged = false
  let target: number | null = null
  const abort = new AbortController()
  const end = () => {
    abort.abort()
    show(null)
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!isDragged && Math.hypot(x - clientX, y - clientY) <= 4) return
    if (!isDragged) select()
    isDragged = true
    const edges = rowOrColumnEdges(box, of)
    const at = of === 'row' ? y : x
    const near = edges.lines.reduce(
      (best, edge, index) => (Math.abs(edge - at) < Math.abs((edges.lines[best] ?? 0) - at) ? index : best),
      0,
    )
    const position = handle.position()
    const table = position === undefined ? null : editor.state.doc.nodeAt(position)
    if (!table) return end()
    target = nearestTableBoundary({ table }, of, near, 1)
    show(edges.mark(target))
  }
  const drop = () => {
    end()
    if (!isDragged || target === null) return
    dispatchMove(editor.view, moveRowsOrColumns(editor.state, of, target))
    editor.commands.focus(null, { scrollIntoView: false })
  }
  follow(abort.signal, { move, drop, end })
}

interface Sizing {
  event: Press
  editor: Editor
  handle: BlockHandle
  spot: CellIndexes
  hold: (isPinned: boolean) => void
}

function startSizing({ event, editor, handle, spot, hold }: Sizing): void {
  const position = handle.position()
  const table = handle.over?.parentElement?.querySelector('table')
  if (event.button !== 0 || position === undefined || !table) return
  event.preventDefault()
  const { clientX } = event
  const column = spot.lastColumn
  const before = renderedColumnWidths(editor.view, position)
  let widths: number[] | null = null
  hold(true)
  const abort = new AbortController()
  const end = () => {
    abort.abort()
    hold(false)
  }
  const move = ({ clientX: x }: PointerEvent) => {
    widths = before.map((width, at) => (at === column ? clampWidth(width + x - clientX) : width))
    applyColumnWidths(table, widths)
  }
  const drop = () => {
    end()
    const now = handle.position()
    if (widths !== null && now !== undefined)
      editor.view.dispatch(setTableColumnWidths(editor.state, now, widths))
  }
  const cancel = () => {
    end()
    if (widths !== null) applyColumnWidths(table, before)
  }
  follow(abort.signal, { move, drop, end: cancel })
}

function resetWidths(editor: Editor, handle: BlockHandle): void {
  const position = handle.position()
  if (position !== undefined) editor.view.dispatch(setTableColumnWidths(editor.state, position, []))
}

interface Follower {
  move: (event: PointerEvent) => void
  drop: () => void
  end: () => void
}

function follow(signal: AbortSignal, { move, drop, end }: Follower): void {
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', drop, { signal })
  document.addEventListener('pointercancel', end, { signal })
  document.addEventListener('keydown', (event) => pressedKey(event) === 'Escape' && end(), {
    signal,
    capture: true,
  })
}

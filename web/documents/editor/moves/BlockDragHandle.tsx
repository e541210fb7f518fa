import type { Editor } from '@tiptap/core'
import { GripVertical } from 'lucide-react'
import { type PointerEvent as Press, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { BlockMenuItems } from './BlockMenuItems.tsx'
import { moveBlocks } from './block-moves.ts'
import { type BlockRange, selectedBlocks } from './block-range.ts'
import {
  autoScrollDuringDrag,
  blockAtPoint,
  dropTargetAtPoint,
  elementOfBlock,
  firstLineCenter,
} from './blocks-on-screen.ts'
import { dispatchMove } from './dispatch-move.ts'

interface BlockDragHandleProps {
  editor: Editor
  space: RefObject<HTMLElement | null>
}

/**
 * The handle beside the block under the pointer. A click opens the block's menu. Dragging moves the block,
 * together with all other selected blocks.
 */
export function BlockDragHandle({ editor, space }: BlockDragHandleProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [line, setLine] = useState<Line | null>(null)
  const isPinned = isOpen || line !== null
  const place = useGripPosition(editor, space, isPinned)
  const range = useRef<BlockRange | null>(null)
  if (!isPinned) range.current = place?.range ?? null
  const whole = () => withSelected(editor, range.current)
  useMappedRange(editor, range)
  const press = (event: Press) =>
    startDrag({ event, editor, space: space.current, range: whole, show: setLine })
  return (
    <>
      {place && (
        <div
          className="block-grip"
          style={{ insetBlockStart: `${place.top}px`, insetInlineStart: `${place.start - grip}px` }}
        >
          <Menu
            side="left"
            align="start"
            open={isOpen}
            onOpenChange={setOpen}
            trigger={
              <IconButton
                size="sm"
                tabIndex={-1}
                label={t('editor.block.menu')}
                icon={<GripVertical />}
                onPointerDownCapture={press}
              />
            }
          >
            <BlockMenuItems editor={editor} range={whole} />
          </Menu>
        </div>
      )}
      {line && (
        <div
          aria-hidden
          className="block-drop-line"
          style={{ left: `${line.left}px`, top: `${line.top}px`, width: `${line.width}px` }}
        />
      )}
    </>
  )
}

interface Line {
  left: number
  top: number
  width: number
}

interface GripPosition {
  range: BlockRange
  top: number
  /** The horizontal distance in pixels from the start of the text to the start of the block's column. */
  start: number
}

function useGripPosition(
  editor: Editor,
  space: RefObject<HTMLElement | null>,
  isPinned: boolean,
): GripPosition | null {
  const [place, setPlace] = useState<GripPosition | null>(null)
  const pinned = useRef(isPinned)
  pinned.current = isPinned
  const shown = useRef<BlockRange | null>(null)
  useEffect(() => {
    const show = (next: GripPosition | null) => {
      shown.current = next?.range ?? null
      setPlace(next)
    }
    const updatePosition = (event: PointerEvent) => {
      if (pinned.current || event.pointerType === 'touch' || event.buttons !== 0) return
      const { clientX: x, clientY: y } = event
      const box = space.current
      if (box === null || !editor.isEditable) show(null)
      else if (!isBeside(editor, shown.current, x, y)) show(placeAt(editor, box, x, y))
    }
    // Typing shifts the blocks, so the handle is hidden. It would otherwise be beside the wrong block.
    const hide = () => pinned.current || show(null)
    document.addEventListener('pointermove', updatePosition, { passive: true })
    editor.on('update', hide)
    return () => {
      document.removeEventListener('pointermove', updatePosition)
      editor.off('update', hide)
    }
  }, [editor, space])
  return place
}

function placeAt({ view }: Editor, box: HTMLElement, x: number, y: number): GripPosition | null {
  const { left, right, top } = box.getBoundingClientRect()
  const range = x < left - gutter || x > right ? null : blockAtPoint(view, x, y)
  const element = range && elementOfBlock(view, range)
  if (!element) return null
  const column = element.closest('.column')?.getBoundingClientRect()
  const isRtl = getComputedStyle(box).direction === 'rtl'
  const start = column === undefined ? 0 : isRtl ? right - column.right : column.left - left
  return { range, top: firstLineCenter(element) - top - half, start }
}

/** The distance of the handle from the text, in pixels. */
const grip = 30

/**
 * `gutter` is the maximum distance of the pointer from the text, and `half` is half the height of the handle,
 * in pixels.
 */
const gutter = 48
const half = 14

/**
 * Returns true if the pointer is directly to the left of the block, on its way to the handle. The handle then
 * stays at this block, even if the pointer is over an enclosing block.
 */
function isBeside(editor: Editor, range: BlockRange | null, x: number, y: number): boolean {
  const rect = range && elementOfBlock(editor.view, range)?.getBoundingClientRect()
  return Boolean(
    rect && x < rect.left && x > rect.left - 2 * gutter && y >= rect.top - 4 && y <= rect.bottom + 4,
  )
}

/**
 * Adjusts the positions in `range` to each change of the document, because others can edit it while the menu is open
 * or a block is being dragged.
 */
function useMappedRange(editor: Editor, range: RefObject<BlockRange | null>): void {
  useEffect(() => {
    const map = ({ transaction }: { transaction: Editor['state']['tr'] }) => {
      if (range.current === null || !transaction.docChanged) return
      const from = transaction.mapping.map(range.current.from, 1)
      const to = transaction.mapping.map(range.current.to, -1)
      range.current = to > from ? { from, to } : null
    }
    editor.on('transaction', map)
    return () => void editor.off('transaction', map)
  }, [editor, range])
}

/**
 * Returns all selected blocks if the block at the handle is one of them. Otherwise returns only the block at
 * the handle. Returns null if that block no longer exists.
 */
function withSelected({ state }: Editor, range: BlockRange | null): BlockRange | null {
  if (range === null || range.to > state.doc.content.size) return null
  const selected = state.selection.empty ? null : selectedBlocks(state)
  return selected && selected.from <= range.from && selected.to >= range.to ? selected : range
}

interface Drag {
  event: Press
  editor: Editor
  space: HTMLElement | null
  range: () => BlockRange | null
  show: (line: Line | null) => void
}

function startDrag({ event, editor, space, range, show }: Drag): void {
  if (event.button !== 0 || space === null) return
  const { clientX, clientY } = event
  let isDragged = false
  let target: number | null = null
  const abort = new AbortController()
  const end = () => {
    abort.abort()
    show(null)
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    isDragged ||= Math.hypot(x - clientX, y - clientY) > 4
    if (!isDragged) return
    autoScrollDuringDrag(space, y)
    const dragged = range()
    const place = dropTargetAtPoint(editor.view, x, y)
    const isPossible = dragged && place && moveBlocks(editor.state, dragged, place.target) !== null
    target = isPossible ? place.target : null
    const around = space.getBoundingClientRect()
    show(
      isPossible
        ? { ...place.line, left: place.line.left - around.left, top: place.line.top - around.top }
        : { left: 0, top: 0, width: 0 },
    )
  }
  const drop = () => {
    const dragged = range()
    end()
    if (!isDragged || target === null || dragged === null) return
    dispatchMove(editor.view, moveBlocks(editor.state, dragged, target))
    editor.commands.focus(null, { scrollIntoView: false })
  }
  const cancel = (event: KeyboardEvent) => pressedKey(event) === 'Escape' && end()
  const { signal } = abort
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', drop, { signal })
  document.addEventListener('pointercancel', end, { signal })
  document.addEventListener('keydown', cancel, { signal, capture: true })
}

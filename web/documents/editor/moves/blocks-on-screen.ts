import type { EditorView } from '@tiptap/pm/view'
import { findColumnAround } from '../columns/column-commands.ts'
import { type BlockRange, blockRangeAt } from './block-range.ts'

/**
 * Returns the block at a point of the screen. If the point is beside the text, returns the block at the same
 * height. Returns null if the point is above or below the text.
 */
export function blockAtPoint(view: EditorView, x: number, y: number, isTarget = false): BlockRange | null {
  const { left, right, top, bottom } = view.dom.getBoundingClientRect()
  if (y < top || y > bottom) return null
  const found = view.posAtCoords({ left: between(x, left + 4, right - 4), top: y })
  if (found === null) return null
  return blockRangeAt(view.state.doc, found.inside >= 0 ? found.inside : found.pos, isTarget)
}

export function elementOfBlock(view: EditorView, { from }: BlockRange): HTMLElement | null {
  const dom = view.nodeDOM(from)
  return dom instanceof HTMLElement ? dom : null
}

/**
 * Returns the document position at which dragged blocks would be inserted: before or after the block under
 * the pointer. Also returns the line that marks this position on the screen. Returns null if there is no
 * block at the point.
 */
export function dropTargetAtPoint(view: EditorView, x: number, y: number) {
  const found = blockAtPoint(view, x, y, true)
  const range = found && (columnsAtEdge(view, found, y) ?? found)
  const rect = range && elementOfBlock(view, range)?.getBoundingClientRect()
  if (!range || !rect) return null
  const isAbove = y < (rect.top + rect.bottom) / 2
  return {
    target: isAbove ? range.from : range.to,
    line: { left: rect.left, width: rect.width, top: isAbove ? rect.top - 2 : rect.bottom + 1 },
  }
}

/**
 * Returns the columns layout around a block if the point is near the upper or lower edge of that layout.
 * Blocks are then dropped before or after the columns. Otherwise returns null.
 */
function columnsAtEdge(view: EditorView, { from }: BlockRange, y: number): BlockRange | null {
  const columnPosition = findColumnAround(view.state.doc.resolve(from))
  if (columnPosition === null) return null
  const range = {
    from: columnPosition.position,
    to: columnPosition.position + columnPosition.columns.nodeSize,
  }
  const rect = elementOfBlock(view, range)?.getBoundingClientRect()
  return rect && Math.min(y - rect.top, rect.bottom - y) < outside ? range : null
}

const outside = 7

/** Returns the vertical middle of the first line of a block, in viewport coordinates. */
export function firstLineCenter(element: HTMLElement): number {
  const text = element.matches('p, h1, h2, h3, h4, h5, h6')
    ? element
    : element.querySelector('p, .toggle-line')
  const line = text ?? element
  const height = Number.parseFloat(getComputedStyle(line).lineHeight)
  const { top } = line.getBoundingClientRect()
  return top + (text && Number.isFinite(height) ? height / 2 : 12)
}

/** Scrolls the scroll container while a block is dragged near the upper or lower edge of this container. */
export function autoScrollDuringDrag(element: HTMLElement, y: number): void {
  let box = element.parentElement
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  if (!box) return
  const { top, bottom } = box.getBoundingClientRect()
  const over = y < top + edge ? y - top - edge : y > bottom - edge ? y - bottom + edge : 0
  box.scrollTop += over / 4
}

const edge = 48

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

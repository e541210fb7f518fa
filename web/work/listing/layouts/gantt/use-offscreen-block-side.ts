import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import type { BlockPixelPosition } from './geometry.ts'

/**
 * Returns on which side of the visible range a block is. Returns null if part of the block is visible, or if there is
 * no block.
 */
export function useOffscreenBlockSide(
  viewport: RefObject<HTMLElement | null>,
  side: number,
  box: BlockPixelPosition | null,
): 'before' | 'after' | null {
  const subscribe = useCallback(
    (listener: () => void) =>
      viewport.current === null ? () => {} : visibleRangeOf(viewport.current).subscribe(listener),
    [viewport],
  )
  return useSyncExternalStore(subscribe, () => {
    if (viewport.current === null || box === null) return null
    const { left, width } = visibleRangeOf(viewport.current)
    if (box.left + box.width <= left) return 'before'
    return box.left >= left + width - side ? 'after' : null
  })
}

interface VisibleRange {
  left: number
  width: number
  subscribe: (listener: () => void) => () => void
}

const visibleRanges = new WeakMap<HTMLElement, VisibleRange>()

/**
 * Returns the visible range of a scroll container. It is measured once for all rows, and listeners are called only after horizontal
 * changes.
 */
function visibleRangeOf(view: HTMLElement): VisibleRange {
  const known = visibleRanges.get(view)
  if (known) return known
  const listeners = new Set<() => void>()
  const updateRange = () => {
    const { scrollLeft, clientWidth } = view
    if (scrollLeft === visibleRange.left && clientWidth === visibleRange.width) return
    Object.assign(visibleRange, { left: scrollLeft, width: clientWidth })
    for (const listener of listeners) listener()
  }
  const resized = new ResizeObserver(updateRange)
  const visibleRange: VisibleRange = {
    left: view.scrollLeft,
    width: view.clientWidth,
    subscribe(listener) {
      if (listeners.size === 0) {
        resized.observe(view)
        view.addEventListener('scroll', updateRange, { passive: true })
        updateRange()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        resized.disconnect()
        view.removeEventListener('scroll', updateRange)
      }
    },
  }
  visibleRanges.set(view, visibleRange)
  return visibleRange
}

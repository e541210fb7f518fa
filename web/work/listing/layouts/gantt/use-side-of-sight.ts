import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import type { Box } from './geometry.ts'

/** Returns on which side of the visible range a block is. Returns null if part of it is visible. */
export function useSideOfSight(
  viewport: RefObject<HTMLElement | null>,
  side: number,
  box: Box | null,
): 'before' | 'after' | null {
  const subscribe = useCallback(
    (listener: () => void) =>
      viewport.current === null ? () => {} : sightOf(viewport.current).hear(listener),
    [viewport],
  )
  return useSyncExternalStore(subscribe, () => {
    if (viewport.current === null || box === null) return null
    const { left, width } = sightOf(viewport.current)
    if (box.left + box.width <= left) return 'before'
    return box.left >= left + width - side ? 'after' : null
  })
}

interface Sight {
  left: number
  width: number
  hear: (listener: () => void) => () => void
}

const sights = new WeakMap<HTMLElement, Sight>()

/**
 * Returns the visible range of a scroll container. It is measured once for all rows, and listeners are called only after horizontal
 * changes.
 */
function sightOf(view: HTMLElement): Sight {
  const known = sights.get(view)
  if (known) return known
  const listeners = new Set<() => void>()
  const look = () => {
    const { scrollLeft, clientWidth } = view
    if (scrollLeft === sight.left && clientWidth === sight.width) return
    Object.assign(sight, { left: scrollLeft, width: clientWidth })
    for (const listener of listeners) listener()
  }
  const resized = new ResizeObserver(look)
  const sight: Sight = {
    left: view.scrollLeft,
    width: view.clientWidth,
    hear(listener) {
      if (listeners.size === 0) {
        resized.observe(view)
        view.addEventListener('scroll', look, { passive: true })
        look()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        resized.disconnect()
        view.removeEventListener('scroll', look)
      }
    },
  }
  sights.set(view, sight)
  return sight
}

import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import type { Box } from './geometry.ts'

/** On which side of what is in sight a block lies; null while some of it can be seen. */
export function useSideOfSight(
  viewport: RefObject<HTMLElement | null>,
  side: number,
  box: Box | null,
): 'before' | 'after' | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const view = viewport.current
      const resized = new ResizeObserver(listener)
      if (view !== null) resized.observe(view)
      view?.addEventListener('scroll', listener, { passive: true })
      return () => {
        resized.disconnect()
        view?.removeEventListener('scroll', listener)
      }
    },
    [viewport],
  )
  return useSyncExternalStore(subscribe, () => {
    const view = viewport.current
    if (view === null || box === null) return null
    if (box.left + box.width <= view.scrollLeft) return 'before'
    return box.left >= view.scrollLeft + view.clientWidth - side ? 'after' : null
  })
}

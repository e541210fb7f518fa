import { type TouchEvent, useRef } from 'react'

/** Pixels that a finger has to go sideways, and further than up or down. */
const far = 48

/** Turns a swipe to the side into a page: to the left the next, to the right the one before. */
export function useSwipe(onPage: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0]
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      if (touch === undefined || start.current === null) return
      const across = touch.clientX - start.current.x
      const along = touch.clientY - start.current.y
      if (Math.abs(across) > far && Math.abs(across) > 2 * Math.abs(along)) onPage(across < 0 ? 1 : -1)
    },
  }
}

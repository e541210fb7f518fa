import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { sheetHeaderHeight } from './sizes.ts'

interface Drag {
  viewport: RefObject<HTMLElement | null>
  /** Called with the pointer position, limited to the area of the visible rows. */
  onMove: (x: number, y: number) => void
  onEnd: () => void
  /** Returns whether the viewport may scroll while the pointer is at its edge. */
  mayScroll: () => boolean
}

/**
 * The viewport scrolls if the pointer is less than `edge` pixels from its edge. `step` is the number of
 * pixels that it scrolls per frame.
 */
const edge = 24
const step = 14

/** Returns a function that starts to follow the pressed pointer until it is released. */
export function useCellRangeDrag({ viewport, ...settings }: Drag): () => void {
  const latest = useRef(settings)
  const stop = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    latest.current = settings
  })
  useEffect(() => () => stop.current?.(), [])

  return () => {
    const box = viewport.current?.getBoundingClientRect()
    if (box === undefined) return
    const top = box.top + sheetHeaderHeight
    let pointer: { x: number; y: number } | null = null
    let frame = 0

    const reportPointer = ({ x, y }: { x: number; y: number }) =>
      latest.current.onMove(between(x, box.left + 1, box.right - 1), between(y, top + 1, box.bottom - 1))
    const scroll = () => {
      frame = requestAnimationFrame(scroll)
      if (pointer === null || !latest.current.mayScroll()) return
      const sideways = push(pointer.x, box.left, box.right)
      const down = push(pointer.y, top, box.bottom)
      if (sideways === 0 && down === 0) return
      viewport.current?.scrollBy(sideways, down)
      reportPointer(pointer)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      pointer = { x: clientX, y: clientY }
      reportPointer(pointer)
    }
    const end = () => {
      stop.current?.()
      latest.current.onEnd()
    }

    stop.current = () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    scroll()
  }
}

function push(value: number, low: number, high: number): number {
  if (value < low + edge) return -step
  return value > high - edge ? step : 0
}

function between(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

import { type RefObject, type TouchEvent, useLayoutEffect, useRef } from 'react'

/** Pixels after which it is clear whether a finger scrolls or swipes, and those that it has to go sideways to turn the page. */
const slack = 8
const far = 48

interface Swipe {
  x: number
  y: number
  /** Pixels to the right so far; null while it may be a scroll yet. */
  across: number | null
}

/**
 * Turns a swipe to the side into a page: to the left the next, to the right the one before. What is shown gives way to the finger, and
 * what comes, named by `shown`, comes from its side; whoever wants no motion sees it at once.
 */
export function useSwipe(page: RefObject<HTMLElement | null>, shown: string, onPage: (by: 1 | -1) => void) {
  const swipe = useRef<Swipe | null>(null)
  const turned = useRef<1 | -1 | null>(null)

  const stop = () => {
    if (swipe.current?.across) settle(page.current, page.current?.style.translate ?? '', 1)
    swipe.current = null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the other page that has come
  useLayoutEffect(() => {
    const by = turned.current
    turned.current = null
    // A finger on what has just gone is not heard of any more.
    stop()
    if (by !== null) settle(page.current, `${by * 48}px`, 0)
  }, [shown])

  return {
    onTouchStart({ touches }: TouchEvent) {
      stop()
      const touch = touches[0]
      if (touch && touches.length === 1) swipe.current = { x: touch.clientX, y: touch.clientY, across: null }
    },
    onTouchMove(event: TouchEvent) {
      const touch = event.touches[0]
      const { current } = swipe
      if (current === null || touch === undefined) return
      // The finger has lifted an item, which now goes where it goes.
      if (event.defaultPrevented) return stop()
      const across = touch.clientX - current.x
      const along = touch.clientY - current.y
      if (current.across === null) {
        if (Math.hypot(across, along) < slack) return
        if (Math.abs(across) < 2 * Math.abs(along)) return stop()
      }
      current.across = across
      giveWay(page.current, across)
    },
    onTouchEnd() {
      const across = swipe.current?.across ?? 0
      if (Math.abs(across) < far) return stop()
      swipe.current = null
      turned.current = across < 0 ? 1 : -1
      onPage(turned.current)
    },
    onTouchCancel: stop,
  }
}

function giveWay(page: HTMLElement | null, across: number): void {
  if (page === null || isStill()) return
  page.style.translate = `${across / 3}px`
  page.style.opacity = `${Math.max(0.4, 1 - Math.abs(across) / 400)}`
}

/** Brings the page to its place. */
function settle(page: HTMLElement | null, translate: string, opacity: number): void {
  if (page === null) return
  page.style.translate = ''
  page.style.opacity = ''
  if (!isStill())
    page.animate(
      { translate: [translate, 'none'], opacity: [opacity, 1] },
      { duration: 140, easing: 'ease-out' },
    )
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

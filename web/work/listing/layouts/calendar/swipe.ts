import { type RefObject, type TouchEvent, useLayoutEffect, useRef } from 'react'

/**
 * `slack` is the number of pixels after which a touch counts as a scroll or a swipe. `swipeDistance` is the number of
 * pixels after which a swipe changes the page.
 */
const slack = 8
const swipeDistance = 48

interface Swipe {
  x: number
  y: number
  /** Horizontal distance in pixels. Is null until the touch is recognized as a swipe. */
  across: number | null
}

/**
 * Changes the page on a horizontal swipe: left shows the next page, right the previous one. The page follows
 * the finger, and the new page (identified by `shown`) slides in. There is no animation if the user prefers
 * reduced motion.
 */
export function useSwipe(page: RefObject<HTMLElement | null>, shown: string, onPage: (by: 1 | -1) => void) {
  const swipe = useRef<Swipe | null>(null)
  const turned = useRef<1 | -1 | null>(null)

  const stop = () => {
    if (swipe.current?.across) animateBack(page.current, page.current?.style.translate ?? '', 1)
    swipe.current = null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the page changes
  useLayoutEffect(() => {
    const by = turned.current
    turned.current = null
    // A touch that began on the previous page is ignored.
    stop()
    if (by !== null) animateBack(page.current, `${by * 48}px`, 0)
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
      // A touch that drags an item is not a swipe.
      if (event.defaultPrevented) return stop()
      const across = touch.clientX - current.x
      const vertical = touch.clientY - current.y
      if (current.across === null) {
        if (Math.hypot(across, vertical) < slack) return
        if (Math.abs(across) < 2 * Math.abs(vertical)) return stop()
      }
      current.across = across
      followFinger(page.current, across)
    },
    onTouchEnd() {
      const across = swipe.current?.across ?? 0
      if (Math.abs(across) < swipeDistance) return stop()
      swipe.current = null
      turned.current = across < 0 ? 1 : -1
      onPage(turned.current)
    },
    onTouchCancel: stop,
  }
}

function followFinger(page: HTMLElement | null, across: number): void {
  if (page === null || prefersReducedMotion()) return
  page.style.translate = `${across / 3}px`
  page.style.opacity = `${Math.max(0.4, 1 - Math.abs(across) / 400)}`
}

/** Animates the page to its final position. */
function animateBack(page: HTMLElement | null, translate: string, opacity: number): void {
  if (page === null) return
  page.style.translate = ''
  page.style.opacity = ''
  if (!prefersReducedMotion())
    page.animate(
      { translate: [translate, 'none'], opacity: [opacity, 1] },
      { duration: 140, easing: 'ease-out' },
    )
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

import { type RefObject, useEffect, useState } from 'react'
import { cx } from '../../../../platform/ui/cx.ts'
import { sidewaysScrollerIn } from '../../drag/sideways-scroller.ts'

interface SidewaysScrollCueProps {
  /** An element that contains the element that scrolls sideways. */
  within: RefObject<HTMLElement | null>
}

/** Fades the sides of a board beyond which there are more columns. */
export function SidewaysScrollCue({ within }: SidewaysScrollCueProps) {
  const { before, after } = useHiddenSides(within)
  return (
    <>
      <div aria-hidden className={cx(cueClass, 'start-0 bg-linear-to-r', !before && 'opacity-0')} />
      <div aria-hidden className={cx(cueClass, 'end-0 bg-linear-to-l', !after && 'opacity-0')} />
    </>
  )
}

const cueClass =
  'print-hidden pointer-events-none absolute inset-y-0 z-sticky w-9 from-sheet to-transparent transition-opacity'

/**
 * Returns at which sides of the scroller there are columns outside of the visible area. The effect runs after every
 * render, because the number and the widths of the columns may have changed.
 */
function useHiddenSides(within: RefObject<HTMLElement | null>): { before: boolean; after: boolean } {
  const [sides, setSides] = useState({ before: false, after: false })
  useEffect(() => {
    const scroller = within.current && sidewaysScrollerIn(within.current)
    if (!scroller) return
    const update = () => {
      const left = Math.abs(scroller.scrollLeft)
      const before = left > 1
      const after = left + scroller.clientWidth < scroller.scrollWidth - 1
      setSides((now) => (now.before === before && now.after === after ? now : { before, after }))
    }
    update()
    const resized = new ResizeObserver(update)
    resized.observe(scroller)
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', update)
    }
  })
  return sides
}

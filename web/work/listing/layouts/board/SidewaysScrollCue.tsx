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

/** Returns at which sides of the scroller there are columns outside of the visible area. */
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
    // The content can become wider although the scroller does not, so its children are observed too.
    const resized = new ResizeObserver(update)
    const observe = () => {
      resized.disconnect()
      for (const element of [scroller, ...scroller.children]) resized.observe(element)
    }
    observe()
    const replaced = new MutationObserver(observe)
    replaced.observe(scroller, { childList: true })
    scroller.addEventListener('scroll', update, { passive: true })
    return () => {
      resized.disconnect()
      replaced.disconnect()
      scroller.removeEventListener('scroll', update)
    }
  }, [within])
  return sides
}

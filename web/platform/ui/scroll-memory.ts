import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** The scroll position of a list that was removed, and the measured heights of its rows. */
export interface ScrollMemory {
  saved?: { offset: number; measurements: VirtualItem[] }
}

/** Returns the options with which a virtualizer restores the scroll position of the list, if there is one. */
export function useRestoredScroll(memory: ScrollMemory | undefined) {
  const [saved] = useState(() => memory?.saved)
  return saved && { initialOffset: saved.offset, initialMeasurementsCache: saved.measurements }
}

/** Stores the scroll position when the list is removed. */
export function useSaveScroll(
  memory: ScrollMemory | undefined,
  viewport: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  useLayoutEffect(() => {
    const element = viewport.current
    if (memory === undefined || element === null) return
    return () => {
      memory.saved = { offset: element.scrollTop, measurements: virtualizer.measurementsCache }
    }
  }, [memory, viewport, virtualizer])
}

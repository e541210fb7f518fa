import type { ReactNode } from 'react'
import { isBehindDialog } from './focus-back.ts'

export interface TooltipContent {
  label: ReactNode
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export interface ShownTooltip extends TooltipContent {
  element: Element
}

const delay = 450
/** Milliseconds after a tooltip has closed during which the next one appears without delay. */
const warm = 400

let shown: ShownTooltip | undefined
let hiddenAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * The single tooltip of the page and its subscribers. One tooltip per icon would be slow with a thousand
 * icons.
 */
export const tooltipStore = {
  want(element: Element, content: TooltipContent) {
    clearTimeout(timer)
    const wait = shown || performance.now() - hiddenAt < warm ? 0 : delay
    timer = setTimeout(() => {
      // During the delay, the element may have been removed from the page, or a dialog may have covered it.
      if (element.isConnected && !isBehindDialog(element)) set({ ...content, element })
    }, wait)
  },
  hide() {
    clearTimeout(timer)
    if (!shown) return
    hiddenAt = performance.now()
    set(undefined)
  },
  current: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function set(next: ShownTooltip | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

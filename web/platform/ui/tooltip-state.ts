import type { ReactNode } from 'react'

export interface TooltipContent {
  label: ReactNode
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export interface ShownTooltip extends TooltipContent {
  element: Element
}

const delay = 450
/** After one has been seen, the next comes at once. */
const warm = 400

let shown: ShownTooltip | undefined
let hiddenAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The one tooltip of the page: which it is, and who hears of it. One for all, so that a thousand rows of icons cost no more. */
export const tooltips = {
  want(element: Element, content: TooltipContent) {
    clearTimeout(timer)
    const wait = shown || performance.now() - hiddenAt < warm ? 0 : delay
    timer = setTimeout(() => {
      // Gone meanwhile, with the screen it was on: there is no place beside it.
      if (element.isConnected) set({ ...content, element })
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

import { useLayoutEffect } from 'react'

/** How the layout on the screen shows its items. */
interface ShownItems {
  /** From the first to the last; one that stands in two groups comes twice. */
  ids: () => readonly string[]
  /** Brings the item at a place of this order into sight and gives it the focus. */
  focusAt: (index: number) => void
}

const nothing: ShownItems = { ids: () => [], focusAt: () => {} }
let shown = nothing
let last: readonly string[] = []

/** A layout tells in what order it shows its items, by which ranges are selected and keys go on, and how one gets the focus. */
export function useShownItems(ids: ShownItems['ids'], focusAt: ShownItems['focusAt']): void {
  // Before it is painted: keys may come as soon as it is seen.
  useLayoutEffect(() => {
    const mine = { ids, focusAt }
    shown = mine
    return () => {
      last = ids()
      if (shown === mine) shown = nothing
    }
  }, [ids, focusAt])
}

export function shownIds(): readonly string[] {
  return shown.ids()
}

export function focusShownAt(index: number): void {
  shown.focusAt(index)
}

/** Where an item is in an order; of two places the one that is nearer to `place`, and -1 where it is not. */
export function nearestTo(ids: readonly string[], id: string | null, place: number): number {
  let best = -1
  if (id === null) return best
  ids.forEach((one, at) => {
    if (one === id && (best < 0 || Math.abs(at - place) < Math.abs(best - place))) best = at
  })
  return best
}

/** The order of the list that is being left or was left last, in which an item's page goes on. */
export function idsShownLast(): readonly string[] {
  return shown === nothing ? last : shown.ids()
}

/** Frames within which what was brought into sight is drawn. */
const framesToDraw = 30

/** Gives the focus to what is about to be drawn, unless it has gone elsewhere by then. */
export function focusWhenDrawn(
  find: () => HTMLElement | null | undefined,
  before = document.activeElement,
  left = framesToDraw,
): void {
  const { activeElement } = document
  if (activeElement !== before && activeElement !== document.body) return
  const element = find()
  if (element) {
    element.focus({ preventScroll: true })
    element.closest('[data-item]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  } else if (left > 0) requestAnimationFrame(() => focusWhenDrawn(find, before, left - 1))
}

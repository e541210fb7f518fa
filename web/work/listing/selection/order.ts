import { useLayoutEffect } from 'react'

/** The items of the current layout in display order. */
interface ShownItems {
  /** Returns the ids from first to last. An item in two groups occurs twice. */
  ids: () => readonly string[]
  /** Scrolls to the item at an index of this order and focuses it. */
  focusAt: (index: number) => void
}

const nothing: ShownItems = { ids: () => [], focusAt: () => {} }
let shown = nothing
let last: readonly string[] = []

/** Registers the display order of a layout, which range selection and keyboard navigation use. */
export function useRegisterShownItems(ids: ShownItems['ids'], focusAt: ShownItems['focusAt']): void {
  // The layout effect registers the order early, because keys can be pressed as soon as the layout is
  // visible.
  useLayoutEffect(() => {
    const mine = { ids, focusAt }
    shown = mine
    return () => {
      last = ids()
      if (shown === mine) shown = nothing
    }
  }, [ids, focusAt])
}

export function getShownItemIds(): readonly string[] {
  return shown.ids()
}

export function focusShownItemAt(index: number): void {
  shown.focusAt(index)
}

/**
 * Returns the index of an item, or -1. If the item occurs twice, returns the index that is closer to `place`, the
 * index at which the item was last.
 */
export function findNearestIndex(ids: readonly string[], id: string | null, place: number): number {
  let best = -1
  if (id === null) return best
  ids.forEach((one, at) => {
    if (one === id && (best < 0 || Math.abs(at - place) < Math.abs(best - place))) best = at
  })
  return best
}

/**
 * Returns the ids of the current list in display order. If no list is shown, returns the ids of the last
 * shown list. The item page uses the order for its next and previous buttons.
 */
export function getLastShownItemIds(): readonly string[] {
  return shown === nothing ? last : shown.ids()
}

/** Number of frames to wait until the element is rendered. */
const maxFrames = 30

/** Focuses an element as soon as it is rendered, unless the user has focused another element before. */
export function focusElementWhenRendered(
  find: () => HTMLElement | null | undefined,
  before = document.activeElement,
  left = maxFrames,
): void {
  const { activeElement } = document
  if (activeElement !== before && activeElement !== document.body) return
  const element = find()
  if (element) {
    element.focus({ preventScroll: true })
    element.closest('[data-item]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  } else if (left > 0) requestAnimationFrame(() => focusElementWhenRendered(find, before, left - 1))
}

import { store } from '../../../platform/app/sync.ts'
import { peekElement, peekedItemIdAtom } from '../peeked.ts'
import { selectedIdsAtom } from '../selection/selected.ts'

/** Returns the row or card that has the focus. */
export function getFocusedItem(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-item]') ?? null
}

/** Returns the row or card that has the focus, or else the one under the pointer. */
export function focusedOrHoveredItem(): HTMLElement | null {
  return getFocusedItem() ?? document.querySelector<HTMLElement>('[data-item]:hover')
}

export interface ActionTargets {
  ids: readonly string[]
  /** The element at which a picker for these items opens. */
  anchor: Element | null
}

/**
 * Returns the items that a shortcut acts on: the selection, else the focused item, else the item in the side
 * panel, else the item under the pointer.
 */
export function currentActionTargets(): ActionTargets {
  const selected = store.get(selectedIdsAtom)
  if (selected.size > 0) return { ids: [...selected], anchor: document.querySelector('[data-bulk-bar]') }
  const peeked = store.get(peekedItemIdAtom)
  if (peeked !== null && getFocusedItem() === null) return { ids: [peeked], anchor: peekElement() }
  const item = focusedOrHoveredItem()
  const id = item?.dataset['item']
  return { ids: id === undefined ? [] : [id], anchor: item }
}

/** Returns the items that the menu of an item acts on: the selection if it contains the item, else the item alone. */
export function getSelectedIdsOrItem(id: string): readonly string[] {
  const selected = store.get(selectedIdsAtom)
  return selected.has(id) ? [...selected] : [id]
}

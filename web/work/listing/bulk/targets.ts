import { store } from '../../../platform/app/sync.ts'
import { peekElement, peekedAtom } from '../peeked.ts'
import { selectedIdsAtom } from '../selection/selected.ts'

/** The row or card that has the focus. */
export function itemInFocus(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-item]') ?? null
}

/** The row or card that has the focus, or else the one under the pointer. */
export function itemAtHand(): HTMLElement | null {
  return itemInFocus() ?? document.querySelector<HTMLElement>('[data-item]:hover')
}

export interface Targets {
  ids: readonly string[]
  /** Where a picker for them opens. */
  anchor: Element | null
}

/** What a key acts on: the selection, or else the item that is shown beside the list, or else the one at hand. */
export function targets(): Targets {
  const selected = store.get(selectedIdsAtom)
  if (selected.size > 0) return { ids: [...selected], anchor: document.querySelector('[data-bulk-bar]') }
  const peeked = store.get(peekedAtom)
  if (peeked !== null && itemInFocus() === null) return { ids: [peeked], anchor: peekElement() }
  const item = itemAtHand()
  const id = item?.dataset['item']
  return { ids: id === undefined ? [] : [id], anchor: item }
}

/** What a menu that was opened on an item acts on: the selection when the item is in it. */
export function targetsOf(id: string): readonly string[] {
  const selected = store.get(selectedIdsAtom)
  return selected.has(id) ? [...selected] : [id]
}

import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { store } from '../../../platform/app/sync.ts'
import { getShownItemIds } from './order.ts'
import {
  emptyItemSelection,
  type ItemSelection,
  withAddedItems,
  withoutItems,
  withSelectedRange,
  withToggledItem,
} from './selection.ts'

/** The selection on the current screen. */
const selectionAtom = atom<ItemSelection>(emptyItemSelection)

export const selectedIdsAtom = atom((get) => get(selectionAtom).ids)
/** True if anything is selected. All rows then show their checkbox. */
export const isSelectingAtom = atom((get) => get(selectionAtom).ids.size > 0)

export function useIsSelected(id: string): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(selectionAtom).ids.has(id)), [id]))
}

export function toggleSelected(id: string): void {
  store.set(selectionAtom, (now) => withToggledItem(now, id))
}

/** Selects all items between the last selected item and the given item, like a click with Shift. */
export function selectRangeTo(id: string): void {
  store.set(selectionAtom, (now) => withSelectedRange(now, getShownItemIds(), id))
}

/**
 * Selects a range as Shift with an arrow key does. If the item `from` is not selected, the range starts at this
 * item; otherwise, the current range is extended to `to`.
 */
export function selectRange(from: string, to: string): void {
  if (!store.get(selectedIdsAtom).has(from)) toggleSelected(from)
  selectRangeTo(to)
}

export function addToSelection(ids: readonly string[]): void {
  store.set(selectionAtom, (now) => withAddedItems(now, ids))
}

/** Selects all loaded items of the listing. */
export function selectAllShownItems(): void {
  addToSelection(getShownItemIds())
}

export function deselectMatchingItems(isOut: (id: string) => boolean): void {
  store.set(selectionAtom, (now) => withoutItems(now, isOut))
}

export function clearSelection(): void {
  store.set(selectionAtom, emptyItemSelection)
}

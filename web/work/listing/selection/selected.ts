import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { store } from '../../../platform/app/sync.ts'
import { shownIds } from './order.ts'
import { nothingSelected, rangeTo, type Selection, toggled, withAll, without } from './selection.ts'

/** What is selected in the place on the screen. */
const selectionAtom = atom<Selection>(nothingSelected)

export const selectedIdsAtom = atom((get) => get(selectionAtom).ids)
/** Whether anything is selected: then a press on a box is the next thing that a person does, so every row shows its box. */
export const isSelectingAtom = atom((get) => get(selectionAtom).ids.size > 0)

export function useIsSelected(id: string): boolean {
  return useAtomValue(useMemo(() => atom((get) => get(selectionAtom).ids.has(id)), [id]))
}

export function toggleSelected(id: string): void {
  store.set(selectionAtom, (now) => toggled(now, id))
}

/** Selects from where the last item was selected up to this one, as a click with Shift does. */
export function selectTo(id: string): void {
  store.set(selectionAtom, (now) => rangeTo(now, shownIds(), id))
}

/** The range from an item that is not selected yet, as Shift with an arrow makes it from the focused row. */
export function selectFromTo(from: string, to: string): void {
  if (!store.get(selectedIdsAtom).has(from)) toggleSelected(from)
  selectTo(to)
}

export function selectAlso(ids: readonly string[]): void {
  store.set(selectionAtom, (now) => withAll(now, ids))
}

/** Everything that is loaded of the place. */
export function selectAllShown(): void {
  selectAlso(shownIds())
}

export function deselect(isOut: (id: string) => boolean): void {
  store.set(selectionAtom, (now) => without(now, isOut))
}

export function clearSelection(): void {
  store.set(selectionAtom, nothingSelected)
}

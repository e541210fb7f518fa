import { atom } from 'jotai'

/** Id of the item in the side panel, or null. Shortcuts act on this item while no items are selected. */
export const peekedItemIdAtom = atom<string | null>(null)

/** Opens an item beside the current list. `projectId` is null for lists across projects. */
export const peekOpenerAtom = atom<{ projectId: string | null; open: (id: string) => void } | null>(null)

/** Returns the element of the open side panel. */
export function peekElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-peek]')
}

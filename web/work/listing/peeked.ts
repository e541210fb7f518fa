import { atom } from 'jotai'

/** Id of the item in the side panel, or null. Shortcuts act on this item while no items are selected. */
export const peekedItemIdAtom = atom<string | null>(null)

interface PeekOpener {
  /** The project of the list, or null for a list across projects. */
  projectId: string | null
  open: (id: string) => void
  close: () => void
}

/** Opens an item beside the current list, and closes the side panel. */
export const peekOpenerAtom = atom<PeekOpener | null>(null)

/** Returns the element of the open side panel. */
export function peekElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-peek]')
}

import { atom } from 'jotai'

const storageKey = 'undated-tray'
const storedAtom = atom(localStorage.getItem(storageKey) === 'true')

/** Whether what has no date lies beside calendar and timeline; this browser remembers. */
export const trayOpenAtom = atom(
  (get) => get(storedAtom),
  (_get, set, open: boolean) => {
    localStorage.setItem(storageKey, String(open))
    set(storedAtom, open)
  },
)

/** The cell of what has no date; days are called by their date. */
export const noDay = 'none'

import { atom } from 'jotai'

const storageKey = 'undated-tray'
const storedAtom = atom(localStorage.getItem(storageKey) === 'true')

/** True if the panel of items without a date is open beside calendar and timeline. Stored in this browser. */
export const isUndatedPanelOpenAtom = atom(
  (get) => get(storedAtom),
  (_get, set, open: boolean) => {
    localStorage.setItem(storageKey, String(open))
    set(storedAtom, open)
  },
)

/** The name of the cell for items without a date. Other cells are named by their day. */
export const undatedCellName = 'none'

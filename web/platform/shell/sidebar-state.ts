import { atom } from 'jotai'

/** On small screens the sidebar is a sheet that opens over the page. */
export const sidebarOpenAtom = atom(false)

const collapsedKey = 'sidebar-collapsed'
const storedAtom = atom(localStorage.getItem(collapsedKey) === 'true')

/** On large screens it can be folded away; this browser remembers. */
export const sidebarCollapsedAtom = atom(
  (get) => get(storedAtom),
  (_get, set, collapsed: boolean) => {
    localStorage.setItem(collapsedKey, String(collapsed))
    set(storedAtom, collapsed)
  },
)

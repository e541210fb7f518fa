import { atom } from 'jotai'

/** On small screens the sidebar is a sheet over the page. */
export const sidebarOpenAtom = atom(false)

const collapsedKey = 'sidebar-collapsed'
const storedAtom = atom(localStorage.getItem(collapsedKey) === 'true')

/** On large screens the sidebar can be collapsed. The browser remembers this. */
export const sidebarCollapsedAtom = atom(
  (get) => get(storedAtom),
  (_get, set, collapsed: boolean) => {
    localStorage.setItem(collapsedKey, String(collapsed))
    set(storedAtom, collapsed)
  },
)

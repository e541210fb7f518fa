import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** True while the sidebar is open. On small screens the sidebar is a sheet over the page. */
export const sidebarOpenAtom = atom(false)

const collapsedKey = 'sidebar-collapsed'
const storedAtom = atom(localStorage.getItem(collapsedKey) === 'true')

/**
 * True while the sidebar is collapsed. This is only possible on large screens. The browser stores the choice.
 */
export const sidebarCollapsedAtom = atom(
  (get) => get(storedAtom),
  (_get, set, collapsed: boolean) => {
    localStorage.setItem(collapsedKey, String(collapsed))
    set(storedAtom, collapsed)
  },
)

/**
 * The expanded trees of the sidebar, as `section|project` or `section|workspace`. The browser stores them until the
 * user signs out.
 */
export const openSidebarTreesAtom = atomWithStorage<readonly string[]>('sidebar-trees', [], undefined, {
  getOnInit: true,
})

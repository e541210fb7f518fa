import { atom, useAtom } from 'jotai'
import type { ListingDisplaySettings } from './display.ts'
import type { ListingView } from './view.ts'

/**
 * Keys of the filtered lists in which the user has chosen to show empty groups. The choice is lost when the
 * page is reloaded.
 */
const listsWithEmptyGroupsAtom = atom<ReadonlySet<string>>(new Set<string>())

interface EmptyGroupsState {
  showEmpty: boolean
  /**
   * Shows the groups that are hidden because no item in them matches the filters. Is null if there are no
   * such groups.
   */
  reveal: (() => void) | null
}

/**
 * Returns whether a list shows its empty groups, according to the display settings of the user. In any case,
 * empty groups are hidden during a search. In a filtered list, they are hidden until the user shows them.
 */
export function useEmptyGroups(view: ListingView, display: ListingDisplaySettings): EmptyGroupsState {
  const [lists, setLists] = useAtom(listsWithEmptyGroupsAtom)
  const { key } = view.listing.context
  const canShow = display.settings.display_filters.show_empty_groups && view.within === undefined
  const isHiding = canShow && view.isFiltered && !lists.has(key)
  return {
    showEmpty: canShow && !isHiding,
    reveal: isHiding ? () => setLists((now) => new Set([...now, key])) : null,
  }
}

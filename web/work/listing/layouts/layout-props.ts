import type { ListingDisplaySettings } from '../display.ts'
import type { ListingView } from '../view.ts'

/** Props of every layout. A layout reads the ids from `listingAtom(view.key)` and each row from `tables.work_items.rowAtom(id)`. */
export interface LayoutProps {
  view: ListingView
  display: ListingDisplaySettings
  /** Id of the item in the side panel. */
  selected: string | null
  onOpen: (id: string) => void
  /**
   * Called with the id of the item that the user drags, or null at the end of the drag. The drag is shown to
   * other users.
   */
  onDragging: (id: string | null) => void
}

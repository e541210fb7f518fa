import type { Display } from '../display.ts'
import type { ListingView } from '../view.ts'

/** What every layout is given. It reads `listingAtom(view.key)` for the ids and `tables.work_items.rowAtom(id)` for each row. */
export interface LayoutProps {
  view: ListingView
  display: Display
  /** The item in the peek. */
  selected: string | null
  onOpen: (id: string) => void
  /** The item that this person drags, for others to see. */
  onDragging: (id: string | null) => void
}

import { atom } from 'jotai'
import type { ListingGroup, ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import type { CollapsedGroupsState } from '../../collapsed-groups.ts'
import type { DropTarget } from '../../drag/drag.ts'
import type { NamedGroup } from '../../groups.ts'

/**
 * The card to which the user moves the focus by keyboard, or which the user moves by keyboard. The column scrolls this
 * card into view. The board resets the atom when a card takes the focus.
 */
export const keyboardMoveTargetAtom = atom<{ cell: string; id: string } | null>(null)

/** The props that boards with and without lanes share. */
export interface SharedBoardProps {
  listing: Listing
  groups: ListingGroups
  loadingMore: readonly string[]
  columns: readonly NamedGroup[]
  columnFold: CollapsedGroupsState
  canAdd: boolean
  /** The properties that cards show. */
  shown: Record<DisplayPropertyName, boolean>
  /** Id of the item in the side panel. */
  selected: string | null
  /** Id of the card that is dragged by touch or keyboard, and its drop position. */
  lifted: string | null
  landing: DropTarget | null
  /** The cell into which the keyboard moves the lifted card. */
  liftedTo: string | null
  onOpen: (id: string) => void
  onCreate: (cell: string, name: string, at: 'top' | 'bottom') => void
  onMore: (cell: string) => void
}

/** The props that a column and a cell of a lane share. */
export interface SharedCellProps
  extends Pick<SharedBoardProps, 'canAdd' | 'shown' | 'selected' | 'lifted' | 'onOpen' | 'onCreate'> {
  cell: string
  name: string
  group: ListingGroup
  loadingMore: boolean
  /** True if the cards are in manual order. */
  manual: boolean
  /** Drop position of a dragged card, if it is in this cell. */
  landing: { before: string | null } | null
}

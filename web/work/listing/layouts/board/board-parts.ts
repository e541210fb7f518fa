import { atom } from 'jotai'
import type { Group, Groups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import type { DropTarget } from '../../drag/drag.ts'
import type { Folding } from '../../folded.ts'
import type { GroupHead } from '../../groups.ts'

/** The card that keys have gone to: its column brings it into sight. */
export const wantedCardAtom = atom<{ cell: string; id: string } | null>(null)

/** What a board with lanes and one without have in common. */
export interface BoardParts {
  listing: Listing
  groups: Groups
  loadingMore: readonly string[]
  columns: readonly GroupHead[]
  columnFold: Folding
  canAdd: boolean
  /** The properties that cards show. */
  shown: Record<DisplayPropertyName, boolean>
  /** The item in the peek. */
  selected: string | null
  /** The card that a finger or the keyboard has lifted, and where it would go. */
  lifted: string | null
  landing: DropTarget | null
  onOpen: (id: string) => void
  onCreate: (cell: string, name: string, at: 'top' | 'bottom') => void
  onMore: (cell: string) => void
}

/** What a column, and a cell of a lane, are given: where cards stand, and which of them do. */
export interface CellParts
  extends Pick<BoardParts, 'canAdd' | 'shown' | 'selected' | 'lifted' | 'onOpen' | 'onCreate'> {
  cell: string
  name: string
  group: Group
  loadingMore: boolean
  /** Whether cards stand where people have put them. */
  manual: boolean
  /** Where a lifted card would go, when it is in here. */
  landing: { before: string | null } | null
}

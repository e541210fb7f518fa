import type { Groups } from '#common/work/listing/arrange.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import type { ShownProperties } from '../../properties/registry.ts'
import type { ListingView } from '../../view.ts'

/** What a month, a week and the calendar of a phone have in common. */
export interface CalendarParts {
  view: ListingView
  groups: Groups
  /** The days that are shown, in their weeks; without weekends where those are hidden. */
  weeks: readonly (readonly PlainDate[])[]
  month: string
  today: PlainDate
  /** What items say of themselves. */
  properties: ShownProperties
  canAdd: boolean
  /** Days show all of their items, as nothing opens on paper. */
  isPrinting: boolean
  /** The item in the peek. */
  selected: string | null
  /** The item that a finger or the keyboard has lifted, and the day on which it would land. */
  lifted: string | null
  landing: PlainDate | null
  onOpen: (id: string) => void
  onCreate: (day: string, name: string) => void
}

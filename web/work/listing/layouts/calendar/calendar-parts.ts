import type { ListingGroups } from '#common/work/listing/arrange.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import type { ShownProperties } from '../../properties/registry.ts'
import type { ListingView } from '../../view.ts'

/** Props that the month, week and phone calendars share. */
export interface SharedCalendarProps {
  view: ListingView
  groups: ListingGroups
  /** The shown days by week, without weekends if those are hidden. */
  weeks: readonly (readonly PlainDate[])[]
  month: string
  today: PlainDate
  /** The properties that items show. */
  properties: ShownProperties
  canAdd: boolean
  /** True in print, where days show all of their items because users cannot expand them. */
  isPrinting: boolean
  /** Id of the item in the side panel. */
  selected: string | null
  /** Id of the item that is dragged by touch or keyboard, and the day it would be dropped on. */
  lifted: string | null
  landing: PlainDate | null
  onOpen: (id: string) => void
  onCreate: (day: string, name: string) => void
}

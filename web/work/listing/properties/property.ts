import type { CustomTypeOptions } from 'i18next'
import type { Atom } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import type { PropertyName } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { DueUrgency } from '../../../platform/person/dates.ts'
import type { PickerOption } from '../../../platform/ui/picker-options.ts'
import type { WorkItemPatch } from '../../work-items/actions.ts'

type Words = CustomTypeOptions['resources']['translation']['properties']

/** A property with a name in `properties` of the locale files. */
export type DisplayablePropertyName = PropertyName & keyof Words

/**
 * The parts of a property that lists need from the start. Parts for the full view and for editing are in `details.tsx`. The shared
 * definition is in `common/work/listing/properties.ts`.
 */
export interface ItemProperty {
  name: DisplayablePropertyName
  icon?: ReactElement
  /** The property whose display setting also shows or hides this property. */
  shownWith?: PropertyName
  /** Returns whether an item has no value. Cards then omit the property. */
  isEmpty?: (row: WorkItemRow) => boolean
  /** Returns the value in its most compact form. This is a hook, so a property must always call the same hooks. */
  useValue?: (row: WorkItemRow, room: PropertyDisplayLimits) => PropertyValueText
  /**
   * True if the value is shown beside the icon of the property, because users would not understand the value
   * alone.
   */
  hasIcon?: true
  card?: CardOptions
  row?: ListRowDisplay
  choices?: PropertyChoices
  /**
   * Returns the changes that move an item into a group, or null if the item cannot be moved. Without this
   * function, the property gets the value of the group.
   */
  enter?: (group: string, row: Pick<WorkItemRow, 'project_id' | 'state_id'>) => WorkItemPatch | null
  /** How the picker is opened, for properties that can be set. */
  pick?: {
    keys: string
    isInBar?: true
    /**
     * True if the picker is a calendar. The command palette then closes, and the calendar opens in a
     * separate popup.
     */
    isCalendar?: true
  }
}

export interface PropertyDisplayLimits {
  /** Size of the icon in pixels. */
  size?: number
  /** Maximum number of values. Further values are shown as a count. */
  most?: number
}

export interface PropertyValueText {
  /** Name and value of the property, for tooltips and screen readers. */
  words: string
  /** The rendered value, or null if the item has no value. */
  content: ReactNode
  /** True if the value is understandable without the icon of the property. */
  isPlain?: boolean
  tone?: DueUrgency | null
}

/**
 * How a card shows the property: as a button that edits it (`button`), as a read-only value (`fact`), or
 * without a border and background (`bare`). The properties of a card are sorted by `at`. Empty properties are
 * omitted.
 */
export interface CardOptions {
  at: number
  as: 'button' | 'fact' | 'bare'
  size?: number
  most?: number
  /**
   * For a property that starts a range, such as the start date: the name of the property that ends the range.
   * A card shows the two properties as one value.
   */
  until?: DisplayablePropertyName
}

/**
 * How a list row shows the property, in ascending order of `at`. If `at` is negative, the property is shown before the
 * title. If it is from 0 to less than 1, the property is shown directly after the title. Otherwise, it is shown in a
 * column at the end of the row. `className` sets the fixed width of the column, so that the values of all rows align.
 * `className` also hides the column while the list is too narrow (`@3xl:flex`), for example beside the side panel.
 */
export interface ListRowDisplay {
  at: number
  className: string
}

/** The possible values of a property, used for groups, filters and pickers. */
export interface PropertyChoices {
  /** The values of a project. Includes unused values, so that empty groups can be shown. */
  in: (projectId: string) => Atom<readonly Choice[]>
  /**
   * The values to filter by, if these are more than the values of `in`. Without a project, the values of all
   * accessible projects.
   */
  filteredIn?: (projectId: string | null) => Atom<readonly Choice[]>
  /**
   * Returns the option for an id, even if the row with this id is deleted. Without a project, the option can
   * include the key of its project.
   */
  optionOf: (id: string, projectId?: string | null) => PickerOption
  /** Label and icon of the choice "none", if the property can be empty. */
  none?: {
    label: `workItems.none.${'labels' | 'assignees' | 'cycle' | 'modules' | 'estimate' | 'epic'}`
    icon: ReactElement
  }
}

interface Choice {
  id: string
}

import type { CustomTypeOptions } from 'i18next'
import type { Atom } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import type { PropertyName } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { DueTone } from '../../../platform/person/dates.ts'
import type { PickerOption } from '../../../platform/ui/picker-options.ts'
import type { WorkItemPatch } from '../../work-items/actions.ts'

type Words = CustomTypeOptions['resources']['translation']['properties']

/** Properties that people see; each is called as `properties` in the locale files says. */
export type ShownName = PropertyName & keyof Words

/**
 * What a list has to know at once of a property of a work item. What is only needed where an item is shown in full, or changed, is in
 * `details.tsx`; what the server knows too is in `common/work/listing/properties.ts`.
 */
export interface ItemProperty {
  name: ShownName
  icon?: ReactElement
  /** The display setting of this one shows it too. */
  shownWith?: PropertyName
  /** An item has none, so that a card leaves it out. */
  isEmpty?: (row: WorkItemRow) => boolean
  /** The value as small as it can be. A hook; each property calls the same ones every time. */
  useValue?: (row: WorkItemRow, room: Room) => Value
  /** Its value says what it is about only beside its icon. */
  hasIcon?: true
  card?: OnCard
  row?: InRow
  choices?: Choices
  /** What an item becomes by being put into a group, where that is more than the value; null when it cannot be. */
  enter?: (group: string, row: Pick<WorkItemRow, 'project_id' | 'state_id'>) => WorkItemPatch | null
  /** How its picker is opened, of properties that a change can set. */
  pick?: {
    keys: string
    isInBar?: true
    /** It is chosen from a month, which stands by itself. */
    isCalendar?: true
  }
}

export interface Room {
  /** Pixels of an icon. */
  size?: number
  /** Values shown; more are a number. */
  most?: number
}

export interface Value {
  /** The property with its value, for tooltips and screen readers. */
  words: string
  /** Null where there is none. */
  content: ReactNode
  /** It says what it is about without the icon of the property. */
  isPlain?: boolean
  tone?: DueTone | null
}

/** Cards show what has a value, in the order of `at`: in a button that changes it, as a fact, or as it is. */
export interface OnCard {
  at: number
  as: 'button' | 'fact' | 'bare'
  size?: number
  most?: number
  /** With the other one it is a span, told as one. */
  until?: ShownName
}

/**
 * In a row of the list it stands before the title, below zero, or after it, each where it is in every row; by its class only where the list,
 * which may stand beside a peek, has the room (`@3xl:flex`). Its class says its width as well: a fixed one where values are read downwards,
 * or at most one (`min-w-6 max-w-26`) where what is not set leaves its room to the title.
 */
export interface InRow {
  at: number
  className: string
}

/** What there is to choose from, as groups, in filters and in pickers. */
export interface Choices {
  /** In a project; known beforehand, so that a group is there although nothing is in it. */
  in: (projectId: string) => Atom<readonly Choice[]>
  /** What can be filtered by, where that is more; without a project in all that one has access to. */
  filteredIn?: (projectId: string | null) => Atom<readonly Choice[]>
  /** One of them by its id, which may be gone. Where no project is given, it says its own if that tells it from others. */
  optionOf: (id: string, projectId?: string | null) => PickerOption
  /** To have none is a choice too. */
  none?: {
    label: `workItems.none.${'labels' | 'assignees' | 'cycle' | 'modules' | 'estimate' | 'epic'}`
    icon: ReactElement
  }
}

interface Choice {
  id: string
}

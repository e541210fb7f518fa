import type { ComponentType, ReactElement } from 'react'
import type { PropertyName } from '#common/work/listing/properties.ts'
import type { itemFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { WorkItemPatch } from '../../work-items/actions.ts'
import type { Known, Names, Parsed, PastedValue, Reading, Text } from './text.ts'

/** What is needed of a property where an item is shown in full, in a table, or changed; loaded with those. */
export interface PropertyDetail {
  column?: InTable
  /** What a cell of a table shows; nothing where there is nothing. */
  Cell?: ComponentType<ValueProps>
  /** The value with its name, where one item is shown; what offers to set it where there is none. */
  Full?: ComponentType<ValueProps & { disabled: boolean }>
  /** Chooses a value, for one item or for many of one project. */
  Picker?: ComponentType<PropertyPickerProps>
  /** The same for items of several projects, where each project has values of its own. */
  Across?: ComponentType<AcrossProps>
  /** What many items have in common, for the picker. */
  ofMany?: (rows: readonly WorkItemRow[]) => PickedItem
  text?: (row: WorkItemRow, names: Names) => Text
  parse?: (given: PastedValue, known: Known, reading: Reading) => Parsed
}

/** Properties of one kind share their parts, so each is told which it is of. */
export interface ValueProps {
  name: PropertyName
  row: WorkItemRow
}

export interface InTable {
  /** Pixels, until a person changes it; the first column takes what the others leave. */
  width: number
  sort?: { words: SortWords; descendingFirst?: true }
}

/** Words of the two directions, see `spreadsheet.sort` in the locales. */
export type SortWords = 'name' | 'priority' | 'date' | 'age' | 'count' | 'size'

/** What people choose a value for, of an item that there is or is to be. */
export type PickedField = keyof typeof itemFields

/** An item, or what several of them share. */
export type PickedItem = { [Field in PickedField]?: WorkItemRow[Field] | null }

/** A picker is opened by its trigger, or from outside at an anchor, as shortcuts do. */
export interface PropertyPickerProps {
  name: PropertyName
  projectId: string
  item: PickedItem
  onChange: (patch: WorkItemPatch) => void
  trigger?: ReactElement
  anchor?: Element | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  finalFocus?: () => HTMLElement | boolean
  disabled?: boolean
  /** The letter that opened it. */
  typed?: string
}

export interface AcrossProps {
  ids: readonly string[]
  rows: readonly WorkItemRow[]
  control: Required<Pick<PropertyPickerProps, 'open' | 'onOpenChange' | 'finalFocus'>> & {
    anchor: Element | null
  }
}

export const namedClass = 'flex min-w-0 items-center gap-1.75'

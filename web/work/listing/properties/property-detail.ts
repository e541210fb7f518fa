import type { ComponentType, ReactElement } from 'react'
import type { PropertyName } from '#common/work/listing/properties.ts'
import type { itemFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { WorkItemPatch } from '../../work-items/actions.ts'
import type {
  CellText,
  ChoosableProjectValues,
  ParsedCellText,
  PastedValue,
  ReferenceNameGetters,
  TextParsers,
} from './text.ts'

/**
 * The parts of a property that are needed to show an item in full, to edit it, or to show it in the
 * spreadsheet. They are loaded only for these purposes.
 */
export interface DetailPropertyDefinition {
  column?: TableColumnOptions
  /** Renders a cell of the spreadsheet. Renders nothing without a value. */
  Cell?: ComponentType<PropertyValueProps>
  /** Renders the value with its name in the item detail. Without a value it offers to set one. */
  Full?: ComponentType<PropertyValueProps & { disabled: boolean }>
  /** Picker for one item or for several items of one project. */
  Picker?: ComponentType<PropertyPickerProps>
  /** Picker for items of several projects, whose values differ by project. */
  Across?: ComponentType<AcrossProjectsPickerProps>
  /** Returns the value that several items share, for the picker. */
  ofMany?: (rows: readonly WorkItemRow[]) => EditableItemValues
  text?: (row: WorkItemRow, names: ReferenceNameGetters) => CellText
  parse?: (given: PastedValue, known: ChoosableProjectValues, reading: TextParsers) => ParsedCellText
}

/** Properties of one kind share their components, so each component receives the name of the property. */
export interface PropertyValueProps {
  name: PropertyName
  row: WorkItemRow
}

export interface TableColumnOptions {
  /**
   * Default width of the column in pixels. The first column has no fixed width until the user changes it, and
   * fills the remaining space.
   */
  width: number
}

/** A field whose value can be chosen, for existing and new items. */
export type EditableField = keyof typeof itemFields

/** The values of one item, or the values that several items share. */
export type EditableItemValues = { [Field in EditableField]?: WorkItemRow[Field] | null }

/**
 * The props of a picker. The picker is opened by its own trigger, or by other code (such as a shortcut) at the element
 * `anchor`.
 */
export interface PropertyPickerProps {
  name: PropertyName
  projectId: string
  item: EditableItemValues
  onChange: (patch: WorkItemPatch) => void
  trigger?: ReactElement
  anchor?: Element | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  finalFocus?: () => HTMLElement | boolean
  disabled?: boolean
  /** The letter that the user typed to open the picker. It becomes the start of the search text. */
  typed?: string
}

export interface AcrossProjectsPickerProps {
  ids: readonly string[]
  rows: readonly WorkItemRow[]
  control: Required<Pick<PropertyPickerProps, 'open' | 'onOpenChange' | 'finalFocus'>> & {
    anchor: Element | null
  }
}

export const iconAndNameClass = 'flex min-w-0 items-center gap-1.75'

import type { ListingContext } from '#common/work/listing/contexts.ts'
import type { OrderKey } from '#common/work/listing/keys.ts'
import { layoutOptions, type SelectableOrder } from '#common/work/listing/options.ts'
import {
  type ColumnName,
  columnNames,
  getDisplaySetting,
  itemProperties,
  type ListingScopeKind,
} from '#common/work/listing/properties.ts'
import { getPropertyDetail } from '../../properties/details.tsx'
import type { TableColumnOptions } from '../../properties/property-detail.ts'
import { isPropertyShown, itemPropertyRegistry, type ShownProperties } from '../../properties/registry.ts'
import { reverseOrder } from '../../properties/sort-words.ts'

/** A column of the spreadsheet. */
export interface SheetColumn {
  name: ColumnName
  width: TableColumnOptions['width']
  /** The order of the list after the first click on the header. */
  sort?: SelectableOrder
  /** True if item keys are shown before the titles. */
  hasKey?: boolean
}

const all = itemPropertyRegistry.flatMap((property): { column: SheetColumn; property: typeof property }[] => {
  const name = columnNames.find((one) => one === property.name)
  const { column } = getPropertyDetail(property.name)
  if (name === undefined || column === undefined) return []
  const shape = itemProperties[name]
  return [
    {
      property,
      column: { name, width: column.width, ...('order' in shape && { sort: shape.order.choice }) },
    },
  ]
})

/** Returns the columns that the user has chosen for a scope. Lists across projects also have a project column. */
export function getSheetColumns(
  { kind, context }: { kind: ListingScopeKind; context: Pick<ListingContext, 'project_id'> },
  shown: ShownProperties,
): SheetColumn[] {
  const offered = layoutOptions[kind].spreadsheet?.properties ?? []
  return all.flatMap(({ column, property }) => {
    const setting = property.shownWith ?? property.name
    if (column.name === 'title') return [{ ...column, hasKey: offered.includes('key') && shown.key }]
    if (getDisplaySetting(setting) === undefined) return context.project_id === null ? [column] : []
    return offered.includes(setting) && isPropertyShown(property, shown) ? [column] : []
  })
}

/**
 * Returns the order of the list after a click on the header of a column. Repeated clicks apply the direction
 * `first`, then the opposite direction, and then the default order of the list (`unsorted`). If the opposite
 * direction is the default order, they only alternate between the two directions.
 */
export function nextOrderOfColumn(first: OrderKey, now: OrderKey, unsorted: OrderKey): OrderKey {
  if (now === first) return reverseOrder(first)
  return now === reverseOrder(first) && now !== unsorted ? unsorted : first
}

export function isColumnEditable({ name }: SheetColumn): boolean {
  return name === 'title' || 'isSettable' in itemProperties[name]
}

/** Returns whether the cells of a column can be cleared. */
export function isColumnClearable(column: SheetColumn): boolean {
  return (
    column.name === 'priority' || (isColumnEditable(column) && 'canBeNone' in itemProperties[column.name])
  )
}

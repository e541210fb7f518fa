import type { ListingContext } from '#common/work/listing/contexts.ts'
import type { OrderKey, SortKey } from '#common/work/listing/keys.ts'
import { layoutOptions } from '#common/work/listing/options.ts'
import {
  type ColumnName,
  columnNames,
  getDisplaySetting,
  itemProperties,
  type ListingScopeKind,
} from '#common/work/listing/properties.ts'
import { getPropertyDetail } from '../../properties/details.tsx'
import type { SortDirectionTexts, TableColumnOptions } from '../../properties/property-detail.ts'
import { isPropertyShown, itemPropertyRegistry, type ShownProperties } from '../../properties/registry.ts'

/** A column of the spreadsheet. */
export interface SheetColumn {
  name: ColumnName
  width: TableColumnOptions['width']
  sort?: { key: SortKey; words: SortDirectionTexts; descendingFirst?: true }
  /** True if item keys are shown before the titles. */
  hasKey?: boolean
}

const all = itemPropertyRegistry.flatMap((property): { column: SheetColumn; property: typeof property }[] => {
  const name = columnNames.find((one) => one === property.name)
  const { column } = getPropertyDetail(property.name)
  if (name === undefined || column === undefined) return []
  const { width, sort } = column
  const shape = itemProperties[name]
  const key = 'order' in shape ? shape.order.key : undefined
  return [{ property, column: { name, width, ...(sort && key && { sort: { ...sort, key } }) } }]
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
 * Returns the ascending and descending sort order of a column, the more useful order first. Empty if the
 * column cannot be sorted.
 */
export function sortOrdersOfColumn({ sort }: SheetColumn): OrderKey[] {
  if (sort === undefined) return []
  const ascending: OrderKey = sort.key
  const descending: OrderKey = `-${sort.key}`
  return sort.descendingFirst ? [descending, ascending] : [ascending, descending]
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

import type { ListingContext } from '#common/work/listing/contexts.ts'
import type { OrderKey, SortKey } from '#common/work/listing/keys.ts'
import { layoutOptions } from '#common/work/listing/options.ts'
import {
  type ColumnName,
  columnNames,
  properties,
  type ScopeKind,
  settingOf,
} from '#common/work/listing/properties.ts'
import { detailOf } from '../../properties/details.tsx'
import type { InTable, SortWords } from '../../properties/property-detail.ts'
import { isShown, registry, type ShownProperties } from '../../properties/registry.ts'

/** A property in a table. */
export interface SheetColumn {
  name: ColumnName
  width: InTable['width']
  sort?: { key: SortKey; words: SortWords; descendingFirst?: true }
  /** The keys of items stand before their titles. */
  hasKey?: boolean
}

const all = registry.flatMap((property): { column: SheetColumn; property: typeof property }[] => {
  const name = columnNames.find((one) => one === property.name)
  const { column } = detailOf(property.name)
  if (name === undefined || column === undefined) return []
  const { width, sort } = column
  const shape = properties[name]
  const key = 'order' in shape ? shape.order.key : undefined
  return [{ property, column: { name, width, ...(sort && key && { sort: { ...sort, key } }) } }]
})

/** The columns of a scope that a person has chosen; where projects meet, each row says which is its own. */
export function columnsOf(
  { kind, context }: { kind: ScopeKind; context: Pick<ListingContext, 'project_id'> },
  shown: ShownProperties,
): SheetColumn[] {
  const offered = layoutOptions[kind].spreadsheet?.properties ?? []
  return all.flatMap(({ column, property }) => {
    const setting = property.shownWith ?? property.name
    if (column.name === 'title') return [{ ...column, hasKey: offered.includes('key') && shown.key }]
    if (settingOf(setting) === undefined) return context.project_id === null ? [column] : []
    return offered.includes(setting) && isShown(property, shown) ? [column] : []
  })
}

/** The two orders of a column, the one that people want more often first; empty where nothing can be sorted by it. */
export function ordersOf({ sort }: SheetColumn): OrderKey[] {
  if (sort === undefined) return []
  const ascending: OrderKey = sort.key
  const descending: OrderKey = `-${sort.key}`
  return sort.descendingFirst ? [descending, ascending] : [ascending, descending]
}

export function isEditable({ name }: SheetColumn): boolean {
  return name === 'title' || 'isSettable' in properties[name]
}

/** Whether its cells can be empty, so that Delete empties them. */
export function isClearable(column: SheetColumn): boolean {
  return column.name === 'priority' || (isEditable(column) && 'canBeNone' in properties[column.name])
}

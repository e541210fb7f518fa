import { type OrderKey, splitOrder } from '#common/work/listing/keys.ts'
import {
  findPropertyName,
  type ItemPropertyDefinition,
  itemProperties,
  type PropertyName,
} from '#common/work/listing/properties.ts'
import { t } from '../../../locales/i18n.ts'

/**
 * Names of pairs of sort directions, such as "A to Z" and "Z to A". The texts are in `spreadsheet.sort` of
 * the locale files.
 */
type SortDirectionTexts = 'name' | 'priority' | 'date' | 'age' | 'count' | 'size'

/** Returns the property by which an order sorts. */
export function sortedPropertyOf(order: OrderKey): PropertyName | undefined {
  const { key } = splitOrder(order)
  return findPropertyName((property) => property.order?.key === key)
}

/** Returns the name of the direction of an order, for example "A to Z" or "Newest first". */
export function sortDirectionName(order: OrderKey): string {
  const name = sortedPropertyOf(order)
  const words = name === undefined ? 'name' : directionTextsOf(itemProperties[name])
  return t(`spreadsheet.sort.${words}.${splitOrder(order).descending ? 'descending' : 'ascending'}`)
}

/** Returns the order with the opposite direction. */
export function reverseOrder(order: OrderKey): OrderKey {
  const { key, descending } = splitOrder(order)
  return descending ? key : `-${key}`
}

function directionTextsOf({ field, valueKind }: ItemPropertyDefinition): SortDirectionTexts {
  if (field === 'priority') return 'priority'
  if (valueKind === 'day') return 'date'
  if (valueKind === 'moment') return 'age'
  if (valueKind === 'count') return 'count'
  return field === 'estimate_point' || valueKind === 'number' ? 'size' : 'name'
}

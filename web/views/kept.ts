import { completed, freshProperties, type Looks } from '#common/user-properties/rules.ts'
import { conjuncts, type RichFilters } from '../work-items/listing/rich-filters.ts'

/** How items are arranged, and what of them is shown. */
export type Arranged = Pick<Looks, 'display_filters' | 'display_properties'>

/** A view made by another client may have less than all of it. */
export function arrangedOf(view: Arranged): Arranged {
  return {
    display_filters: completed(view).display_filters,
    display_properties: { ...freshProperties().display_properties, ...view.display_properties },
  }
}

/** One filter alone is the same as all of that one. */
export function areSameFilters(one: RichFilters, other: RichFilters): boolean {
  return isSame(conjuncts(one), conjuncts(other))
}

/** Whether two values are written alike; the database keeps keys in an order of its own. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, inOrder(each)]))
}

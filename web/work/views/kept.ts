import { completed, type Looks } from '#common/work/user-properties/rules.ts'
import { isSame } from '../../platform/sync/is-same.ts'
import { conjuncts, type RichFilters } from '../listing/rich-filters.ts'

/** How items are arranged, and what of them is shown. */
export type Arranged = Pick<Looks, 'display_filters' | 'display_properties'>

/** A view made by another client may have less than all of it. */
export function arrangedOf(view: Arranged): Arranged {
  const { display_filters, display_properties } = completed(view)
  return { display_filters, display_properties }
}

/** One filter alone is the same as all of that one. */
export function areSameFilters(one: RichFilters, other: RichFilters): boolean {
  return isSame(conjuncts(one), conjuncts(other))
}

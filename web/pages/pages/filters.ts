import type { PageRow } from '#common/pages/pages/schema.ts'
import { addDays, type Clock } from '#common/platform/clock.ts'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import { parsePeriod } from '#common/work/listing/periods.ts'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import type { PropertyFilter } from '../../work/listing/filters/leaf.ts'

/** Work item filters that also apply to pages. Labels only exist in projects. */
export const pageFilterNames: readonly FilterablePropertyName[] = ['created_by', 'created_at', 'labels']

export function matchesPageFilter(
  page: PageRow,
  { property, operator, values }: PropertyFilter,
  clock: Clock,
): boolean {
  if (property === 'created_at') return isOnDays(page.created_at, daysOf(operator, values, clock), clock)
  const pageValues = property === 'labels' ? page.label_ids : [page.created_by].filter((id) => id !== null)
  if (operator === 'empty' || operator === 'not_empty')
    return (pageValues.length === 0) === (operator === 'empty')
  const isAmong = values.some((value) =>
    value === noValueGroupName ? pageValues.length === 0 : pageValues.includes(value),
  )
  return isAmong === (operator === 'in')
}

type Days = ReturnType<typeof parsePeriod>

/**
 * Returns the first and the last day of the range with which a date is compared. Returns null if the stored
 * value is invalid.
 */
function daysOf(
  operator: PropertyFilter['operator'],
  [first = '', last = first]: readonly string[],
  clock: Clock,
): Days {
  if (operator === 'within') return parsePeriod(first, clock)
  if (operator === 'before') return { first: null, last: addDays(first, -1) }
  if (operator === 'after') return { first: addDays(first, 1), last: null }
  return { first, last }
}

function isOnDays(moment: string, days: Days, clock: Clock): boolean {
  if (days === null) return true
  const time = Date.parse(moment)
  const { first, last } = days
  return (
    (first === null || time >= Date.parse(clock.startOf(first))) &&
    (last === null || time < Date.parse(clock.startOf(addDays(last, 1))))
  )
}

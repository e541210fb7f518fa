import type { Clock } from '../../platform/clock.ts'
import { isId } from '../../platform/ids.ts'
import {
  anyCondition,
  type ListingCondition,
  matchAllCondition,
  negateCondition,
  oneOfValuesCondition,
  type ValueField,
} from './condition.ts'
import { isDateFilterValid, parseDateFilter } from './dates.ts'
import { noValueGroupName } from './keys.ts'
import { itemProperties, listPropertiesWithPart, type PropertyWith } from './properties.ts'

/**
 * Filters as comma-separated lists: `state=<id>,<id>&labels=None`. An item must match all parameters, and one
 * of the values of each parameter. `null` is ignored, and `None` matches items without a value. Unknown
 * values match no item.
 */
export type LegacyFilters = { [Name in LegacyFilter]?: string | undefined }
export type LegacyFilter = Filtered['filter']['comma'] | 'start_target_date' | 'team_project' | 'issue_type'

type Filtered = PropertyWith<{ filter: { comma: string } }>
type Reader = (text: string, clock: Clock) => ListingCondition | null

// The cast is needed because TypeScript cannot infer the keys from entries.
const readers = Object.fromEntries([
  ...listPropertiesWithPart('filter').flatMap((property) =>
    'comma' in property.filter ? [[property.filter.comma, readerOf(property as Filtered)]] : [],
  ),
  ['start_target_date', readAnyDate],
  // On screens of a teamspace, clients of Plane send this name for the projects.
  ['team_project', readerOf(itemProperties.project)],
  // `None` matches items without a type.
  [
    'issue_type',
    valuesReader(itemProperties.type.field, true, (value) => (isId(value) ? value.toLowerCase() : null)),
  ],
]) as Record<LegacyFilter, Reader>

const dateFilters: ReadonlySet<LegacyFilter> = new Set(
  listPropertiesWithPart('filter').flatMap(({ valueKind, filter }) =>
    'comma' in filter && (valueKind === 'day' || valueKind === 'moment')
      ? [filter.comma as LegacyFilter]
      : [],
  ),
)

export const legacyFilters = Object.keys(readers) as LegacyFilter[]

export function parseLegacyFilters(filters: LegacyFilters, clock: Clock): ListingCondition {
  const of = legacyFilters.flatMap((name) => {
    const text = filters[name]
    return text === undefined || text === '' ? [] : (readers[name](text, clock) ?? [])
  })
  return of.length === 0 ? matchAllCondition : { kind: 'all', of }
}

/**
 * Returns the names of the date filters that cannot be parsed. The server rejects requests with such filters. In
 * stored filters, only the invalid parts are ignored.
 */
export function invalidDateFilters(filters: LegacyFilters, clock: Clock): LegacyFilter[] {
  return legacyFilters.filter((name) => {
    const text = filters[name]
    if (text === undefined || text === '') return false
    if (name === 'start_target_date') return text !== 'true' && text !== 'false'
    return dateFilters.has(name) && !isDateFilterValid(text, clock)
  })
}

/** Converts stored filters to query parameters. Empty filters are left out. */
export function legacyFilterQuery(stored: Record<string, readonly string[] | null>): LegacyFilters {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, values]) => (values?.length ? [[name, values.join(',')]] : [])),
  )
}

function readerOf(property: Filtered): Reader {
  switch (property.valueKind) {
    case 'text':
      return (text) => ({ kind: 'contains', field: property.field, text })
    case 'day':
    case 'moment':
      return (text, clock) => parseDateFilter(property.field, text, clock)
    case 'word':
      return valuesReader(property.field, false, (value) => value)
    default:
      return valuesReader(property.field, 'canBeNone' in property, (value) =>
        isId(value) ? value.toLowerCase() : null,
      )
  }
}

/**
 * Parses the filter for any date. `true` matches items with a start or due date. For other values, returns
 * null, so that the filter is ignored.
 */
function readAnyDate(text: string): ListingCondition | null {
  if (text !== 'true') return null
  return anyCondition(
    negateCondition({ kind: 'empty', field: 'start_date' }),
    negateCondition({ kind: 'empty', field: 'target_date' }),
  )
}

function valuesReader(field: ValueField, canBeNone: boolean, read: (value: string) => string | null): Reader {
  return (text) => {
    const wanted = text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '' && value !== 'null')
    if (wanted.length === 0) return null
    const some = oneOfValuesCondition(
      field,
      wanted.flatMap((value) => read(value) ?? []),
    )
    return canBeNone && wanted.includes(noValueGroupName)
      ? anyCondition({ kind: 'empty', field }, some)
      : some
  }
}

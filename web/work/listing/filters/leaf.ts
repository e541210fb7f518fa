import { addDays, type Clock } from '#common/platform/clock.ts'
import { parsePeriod } from '#common/work/listing/periods.ts'
import {
  type FilterablePropertyName,
  filterablePropertyNames,
  itemProperties,
  type PropertyName,
} from '#common/work/listing/properties.ts'
import { type RichFilters, splitFilters } from '../rich-filters.ts'

/** Filter operators. The names are also keys in the locale files. */
export type FilterOperator =
  | 'in'
  | 'not_in'
  | 'contains'
  | 'not_contains'
  | 'on'
  | 'before'
  | 'after'
  | 'between'
  | 'within'
  | 'empty'
  | 'not_empty'

/**
 * One filter of the bar. Days and ids are strings. `between` has two days (inclusive). `within` has the name of a
 * period in the filter language, such as `next_7_days`. This name is saved, so the period stays relative to the
 * current day.
 */
export interface PropertyFilter {
  property: FilterablePropertyName
  operator: FilterOperator
  values: readonly string[]
}

export type DateFilterName = FilterablePropertyName &
  {
    [Name in PropertyName]: (typeof itemProperties)[Name]['valueKind'] extends 'day' | 'moment' ? Name : never
  }[PropertyName]

export function isDateFilter(name: FilterablePropertyName): name is DateFilterName {
  return ['day', 'moment'].includes(itemProperties[name].valueKind)
}

/**
 * Returns whether the user can add several filters on the property, for example "after 1 May" and "before 1
 * June".
 */
export function canAddFilterTwice(name: FilterablePropertyName): boolean {
  return isDateFilter(name) || itemProperties[name].valueKind === 'text'
}

/** Returns the operators of a property. The first one is the default of a new filter. */
export function getFilterOperators(name: FilterablePropertyName): readonly FilterOperator[] {
  const property = itemProperties[name]
  const presence = 'canBeNone' in property ? (['empty', 'not_empty'] as const) : []
  // There are too many items to choose a parent from a list, so the filter only tests whether an item has a
  // parent.
  if (name === 'parent') return presence
  if (property.valueKind === 'text') return ['contains', 'not_contains']
  if (isDateFilter(name)) return ['within', 'on', 'before', 'after', 'between', ...presence]
  return ['in', 'not_in', ...presence]
}

/** Returns a new filter without values. */
export function newFilter(property: FilterablePropertyName): PropertyFilter {
  return { property, operator: getFilterOperators(property)[0] ?? 'in', values: [] }
}

/** Returns the filter with another operator. Keeps its values if they are still valid. */
export function changeFilterOperator(
  filter: PropertyFilter,
  operator: FilterOperator,
  clock: Clock,
): PropertyFilter {
  const { property, values } = filter
  if (!hasValues(operator)) return { property, operator, values: [] }
  if (isDateFilter(property)) return { property, operator, values: daysFor(filter, operator, clock) }
  return { property, operator, values }
}

/**
 * Returns the days for an operator. Date operators always get a day, so that the list changes as soon as the user
 * chooses an operator.
 */
function daysFor(
  { operator: before, values }: PropertyFilter,
  operator: FilterOperator,
  clock: Clock,
): readonly string[] {
  const period = before === 'within' ? parsePeriod(values[0] ?? '', clock) : null
  const [first = clock.today, last = first] = period
    ? [period.first ?? clock.today, period.last ?? clock.today]
    : before === 'within' || !hasValues(before)
      ? []
      : values
  if (operator === 'between') return [first, last === first ? addDays(first, 6) : last]
  return [operator === 'after' ? last : first]
}

function hasValues(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'not_empty'
}

/** Returns whether the filter still needs a value. Unfinished filters do not narrow the list. */
export function isFilterUnfinished({ operator, values }: PropertyFilter): boolean {
  return hasValues(operator) && values.length === 0
}

/**
 * A part of the filter bar: an editable filter, or an expression from a link that the bar cannot show and
 * keeps unchanged.
 */
export type FilterBarEntry =
  | { kind: 'filter'; filter: PropertyFilter }
  | { kind: 'other'; expression: RichFilters }

export function filtersToFilterBarEntries(filters: RichFilters): FilterBarEntry[] {
  return splitFilters(filters).map((expression) => {
    const filter = readLeaf(expression)
    return filter === null ? { kind: 'other', expression } : { kind: 'filter', filter }
  })
}

export function filterBarEntriesToFilters(parts: readonly FilterBarEntry[]): RichFilters {
  const and = parts.flatMap((part): RichFilters[] => {
    if (part.kind === 'other') return [part.expression]
    return isFilterUnfinished(part.filter) ? [] : [writeLeaf(part.filter)]
  })
  return and.length === 0 ? {} : { and }
}

/**
 * Adds a filter with a value to the filters of a list. If the property already has a filter with the same operator,
 * the value is added to it. Another filter of the property is replaced. Date filters are always added, because a
 * property can have several.
 */
export function addFilterWithValue(
  entries: readonly FilterBarEntry[],
  filter: PropertyFilter,
): FilterBarEntry[] {
  const added: FilterBarEntry = { kind: 'filter', filter }
  if (isDateFilter(filter.property)) return [...entries, added]
  const at = entries.findIndex((one) => one.kind === 'filter' && one.filter.property === filter.property)
  const entry = entries[at]
  if (entry?.kind !== 'filter') return [...entries, added]
  const { operator, values } = entry.filter
  if (operator !== filter.operator || isFilterUnfinished(entry.filter)) return entries.toSpliced(at, 1, added)
  const merged = { ...filter, values: [...new Set([...values, ...filter.values])] }
  return entries.toSpliced(at, 1, { kind: 'filter', filter: merged })
}

/**
 * Maps each operator with a single value to the suffix that follows the field name in a filter expression.
 */
const suffixes = {
  on: 'exact',
  before: 'lt',
  after: 'gt',
  within: 'within',
  contains: 'icontains',
} as const

function writeLeaf({ property, operator, values }: PropertyFilter): RichFilters {
  const field = itemProperties[property].filter.tree
  switch (operator) {
    case 'in':
      return { [`${field}__in`]: values.join(',') }
    case 'not_in':
      return { not: { [`${field}__in`]: values.join(',') } }
    case 'not_contains':
      return { not: { [`${field}__icontains`]: values[0] } }
    case 'between':
      return { [`${field}__range`]: values.join(',') }
    case 'empty':
    case 'not_empty':
      return { [`${field}__isnull`]: operator === 'empty' }
    default:
      return { [`${field}__${suffixes[operator]}`]: values[0] }
  }
}

function readLeaf(expression: RichFilters): PropertyFilter | null {
  const entries = Object.entries(expression)
  const [entry] = entries
  if (entries.length !== 1 || entry === undefined) return null
  const [name, value] = entry
  if (name === 'not') return isExpression(value) ? opposite(readLeaf(value)) : null
  const [, field = '', suffix = 'exact'] = /^(.*?)(?:__([a-z]+))?$/.exec(name) ?? []
  const property = filterablePropertyNames.find((one) => itemProperties[one].filter.tree === field)
  const operator = property && operatorIn(suffix, isDateFilter(property), value)
  if (!operator || !getFilterOperators(property).includes(operator)) return null
  if (!hasValues(operator)) return { property, operator, values: [] }
  return { property, operator, values: operator === 'contains' ? [String(value)] : valuesOf(value) }
}

function operatorIn(suffix: string, ofDate: boolean, value: unknown): FilterOperator | undefined {
  if (suffix === 'isnull') return String(value) === 'true' ? 'empty' : 'not_empty'
  if (suffix === 'range') return 'between'
  if (!ofDate && (suffix === 'exact' || suffix === 'in')) return 'in'
  return (Object.keys(suffixes) as (keyof typeof suffixes)[]).find((one) => suffixes[one] === suffix)
}

function opposite(filter: PropertyFilter | null): PropertyFilter | null {
  if (filter?.operator === 'in') return { ...filter, operator: 'not_in' }
  if (filter?.operator === 'contains') return { ...filter, operator: 'not_contains' }
  return null
}

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return String(value).split(',')
}

function isExpression(value: unknown): value is RichFilters {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

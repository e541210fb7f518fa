import { addDays, type Clock } from '#common/platform/clock.ts'
import { readPeriod } from '#common/work/listing/periods.ts'
import {
  type FilteredName,
  filteredNames,
  type PropertyName,
  properties,
} from '#common/work/listing/properties.ts'
import { conjuncts, type RichFilters } from '../rich-filters.ts'

/** How a property is compared, under the names that the words have in the locale files. */
export type Operator =
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
 * One filter of the bar. Days and ids are texts; `between` has two days, both included, `within` the name of a period as the
 * language has it (`next_7_days`), which stays relative wherever it is kept.
 */
export interface Filter {
  property: FilteredName
  operator: Operator
  values: readonly string[]
}

export type DateName = FilteredName &
  {
    [Name in PropertyName]: (typeof properties)[Name]['holds'] extends 'day' | 'moment' ? Name : never
  }[PropertyName]

export function isDate(name: FilteredName): name is DateName {
  return ['day', 'moment'].includes(properties[name].holds)
}

/** Two of these may well be meant at once: after one day and before another, one word and another. */
export function canRepeat(name: FilteredName): boolean {
  return isDate(name) || properties[name].holds === 'text'
}

/** The first is what a new filter begins with. */
export function operatorsOf(name: FilteredName): readonly Operator[] {
  const property = properties[name]
  const presence = 'canBeNone' in property ? (['empty', 'not_empty'] as const) : []
  // Of so many items none can be chosen from a list.
  if (name === 'parent') return presence
  if (property.holds === 'text') return ['contains', 'not_contains']
  if (isDate(name)) return ['within', 'on', 'before', 'after', 'between', ...presence]
  return ['in', 'not_in', ...presence]
}

/** A filter that asks for its values next, if it has some. */
export function newFilter(property: FilteredName): Filter {
  return { property, operator: operatorsOf(property)[0] ?? 'in', values: [] }
}

/** The same with another operator: its values where they still say something. */
export function withOperator(filter: Filter, operator: Operator, clock: Clock): Filter {
  const { property, values } = filter
  if (!hasValues(operator)) return { property, operator, values: [] }
  if (isDate(property)) return { property, operator, values: daysFor(filter, operator, clock) }
  return { property, operator, values }
}

/** Dates always have their days, so that choosing how to compare shows something at once. */
function daysFor({ operator: before, values }: Filter, operator: Operator, clock: Clock): readonly string[] {
  const period = before === 'within' ? readPeriod(values[0] ?? '', clock) : null
  const [first = clock.today, last = first] = period
    ? [period.first ?? clock.today, period.last ?? clock.today]
    : before === 'within' || !hasValues(before)
      ? []
      : values
  if (operator === 'between') return [first, last === first ? addDays(first, 6) : last]
  return [operator === 'after' ? last : first]
}

function hasValues(operator: Operator): boolean {
  return operator !== 'empty' && operator !== 'not_empty'
}

/** It says nothing before it has a value. */
export function isUnfinished({ operator, values }: Filter): boolean {
  return hasValues(operator) && values.length === 0
}

/** A part of the bar: a filter that it can show, or an expression that came in a link and is kept as it is. */
export type FilterPart = { kind: 'filter'; filter: Filter } | { kind: 'other'; expression: RichFilters }

export function readParts(filters: RichFilters): FilterPart[] {
  return conjuncts(filters).map((expression) => {
    const filter = readLeaf(expression)
    return filter === null ? { kind: 'other', expression } : { kind: 'filter', filter }
  })
}

export function writeParts(parts: readonly FilterPart[]): RichFilters {
  const and = parts.flatMap((part): RichFilters[] => {
    if (part.kind === 'other') return [part.expression]
    return isUnfinished(part.filter) ? [] : [writeLeaf(part.filter)]
  })
  return and.length === 0 ? {} : { and }
}

/** The operators that stand in a leaf by a name of their own, with one value. */
const suffixes = {
  on: 'exact',
  before: 'lt',
  after: 'gt',
  within: 'within',
  contains: 'icontains',
} as const

function writeLeaf({ property, operator, values }: Filter): RichFilters {
  const field = properties[property].filter.tree
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

function readLeaf(expression: RichFilters): Filter | null {
  const entries = Object.entries(expression)
  const [entry] = entries
  if (entries.length !== 1 || entry === undefined) return null
  const [name, value] = entry
  if (name === 'not') return isExpression(value) ? opposite(readLeaf(value)) : null
  const [, field = '', suffix = 'exact'] = /^(.*?)(?:__([a-z]+))?$/.exec(name) ?? []
  const property = filteredNames.find((one) => properties[one].filter.tree === field)
  const operator = property && operatorIn(suffix, isDate(property), value)
  if (!operator || !operatorsOf(property).includes(operator)) return null
  if (!hasValues(operator)) return { property, operator, values: [] }
  return { property, operator, values: operator === 'contains' ? [String(value)] : valuesOf(value) }
}

function operatorIn(suffix: string, ofDate: boolean, value: unknown): Operator | undefined {
  if (suffix === 'isnull') return String(value) === 'true' ? 'empty' : 'not_empty'
  if (suffix === 'range') return 'between'
  if (!ofDate && (suffix === 'exact' || suffix === 'in')) return 'in'
  return (Object.keys(suffixes) as (keyof typeof suffixes)[]).find((one) => suffixes[one] === suffix)
}

function opposite(filter: Filter | null): Filter | null {
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

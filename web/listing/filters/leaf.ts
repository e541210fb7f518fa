import { type FilteredName, filteredNames, properties } from '#common/listing/properties.ts'
import { conjuncts, type RichFilters } from '../rich-filters.ts'

/** How a property is compared, under the names that the words have in the locale files. */
export type Operator = 'is' | 'in' | 'not_in' | 'between'

/** One filter of the bar. Days and ids are texts; `between` has two days, both included. */
export interface Filter {
  property: FilteredName
  operator: Operator
  values: readonly string[]
}

export function isDate(name: FilteredName): boolean {
  return ['day', 'moment'].includes(properties[name].holds)
}

export function operatorsOf(name: FilteredName): readonly Operator[] {
  return isDate(name) ? ['is', 'between'] : ['in', 'not_in']
}

/** A part of the bar: a filter that it can show, or an expression that came in a link and is kept as it is. */
export type Part = { kind: 'filter'; filter: Filter } | { kind: 'other'; expression: RichFilters }

export function readParts(filters: RichFilters): Part[] {
  return conjuncts(filters).map((expression) => {
    const filter = readLeaf(expression)
    return filter === null ? { kind: 'other', expression } : { kind: 'filter', filter }
  })
}

/** Parts without a value yet say nothing. */
export function writeParts(parts: readonly Part[]): RichFilters {
  const and = parts.flatMap((part): RichFilters[] => {
    if (part.kind === 'other') return [part.expression]
    return part.filter.values.length === 0 ? [] : [writeLeaf(part.filter)]
  })
  return and.length === 0 ? {} : { and }
}

function writeLeaf({ property, operator, values }: Filter): RichFilters {
  const field = properties[property].filter.tree
  switch (operator) {
    case 'is':
      return { [`${field}__exact`]: values[0] }
    case 'between':
      return { [`${field}__range`]: values.join(',') }
    case 'in':
      return { [`${field}__in`]: values.join(',') }
    case 'not_in':
      return { not: { [`${field}__in`]: values.join(',') } }
  }
}

function readLeaf(expression: RichFilters): Filter | null {
  const entries = Object.entries(expression)
  const [entry] = entries
  if (entries.length !== 1 || entry === undefined) return null
  const [name, value] = entry
  if (name === 'not') {
    const inner = isExpression(value) ? readLeaf(value) : null
    return inner !== null && inner.operator === 'in' ? { ...inner, operator: 'not_in' } : null
  }
  const [, field = '', suffix = 'exact'] = /^(.*?)(?:__(exact|in|range))?$/.exec(name) ?? []
  const property = filteredNames.find((one) => properties[one].filter.tree === field)
  if (property === undefined) return null
  const values = valuesOf(value)
  if (!isDate(property)) return { property, operator: 'in', values }
  return { property, operator: suffix === 'range' ? 'between' : 'is', values }
}

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return String(value).split(',')
}

function isExpression(value: unknown): value is RichFilters {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

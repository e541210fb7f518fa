import type { FilterField } from '#common/listing/options.ts'
import { conjuncts, type RichFilters } from '../listing/rich-filters.ts'

export type DateFilterField = 'start_date' | 'target_date' | 'created_at' | 'updated_at'
export type ValueFilterField = Exclude<FilterField, DateFilterField>

/** How a field is compared, under the names that the words have in the locale files. */
export type Operator = 'is' | 'in' | 'not_in' | 'between'

/** One filter of the bar. Days and ids are texts; `between` has two days, both included. */
export interface Filter {
  field: FilterField
  operator: Operator
  values: readonly string[]
}

const dateFields: readonly FilterField[] = ['start_date', 'target_date', 'created_at', 'updated_at']

export function isDateField(field: FilterField): field is DateFilterField {
  return dateFields.includes(field)
}

export function operatorsOf(field: FilterField): readonly Operator[] {
  return isDateField(field) ? ['is', 'between'] : ['in', 'not_in']
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

function writeLeaf({ field, operator, values }: Filter): RichFilters {
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
  if (!isFilterField(field)) return null
  const values = valuesOf(value)
  if (!isDateField(field)) return { field, operator: 'in', values }
  return { field, operator: suffix === 'range' ? 'between' : 'is', values }
}

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return String(value).split(',')
}

const fields: readonly FilterField[] = [
  'priority',
  'state_group',
  'state_id',
  'assignee_id',
  'mention_id',
  'created_by_id',
  'label_id',
  'subscriber_id',
  'project_id',
  ...dateFields,
]

function isFilterField(name: string): name is FilterField {
  return fields.some((field) => field === name)
}

function isExpression(value: unknown): value is RichFilters {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

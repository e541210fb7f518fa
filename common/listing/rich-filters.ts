import { AppError } from '../errors.ts'
import { isId } from '../ids.ts'
import { type Clock, readDay } from './clock.ts'
import { any, type Condition, type DateField, everything, isIn, type ValueField } from './condition.ts'
import { daysBetween } from './dates.ts'
import { noneGroup, priorityRank, stateGroupRank } from './keys.ts'
import { type PropertyWith, propertiesWith } from './properties.ts'

/**
 * Filters as a tree: `{"and":[…]}`, `{"or":[…]}`, `{"not":{…}}`, or a leaf such as `{"priority__in":"urgent,high"}`, all of whose
 * entries must hold. At most five levels. It stands in `filters=` as JSON and is stored with views as `rich_filters`.
 */
export function readRichFilters(filters: unknown, clock: Clock, field = 'filters'): Condition {
  const tree = typeof filters === 'string' ? parse(filters, field) : filters
  if (!isObject(tree)) throw refusal(field, 'invalid_filter_type')
  if (Object.keys(tree).length === 0) return everything
  return readNode(tree, 1, { clock, field })
}

/** What can be wrong with a tree; clients of the reference product branch on the code. */
const problems = {
  invalid_filter_type: 'Filters are a JSON object.',
  invalid_json: 'Filters are not valid JSON.',
  invalid_filter_field: 'There is no such filter.',
  invalid_filterset: 'A filter has a value that it cannot have.',
  max_depth_exceeded: 'Filters are nested more than five levels deep.',
  invalid_filter_node: 'A part of the filters is not an object.',
  empty_filter_object: 'A part of the filters is empty.',
  multiple_logical_operators: 'Only one of and, or and not can stand in one object.',
  mixed_operator_and_fields: 'Operators and fields cannot stand in one object.',
  invalid_operator_children: 'and and or take a list that is not empty.',
  invalid_operator_child_type: 'and and or take a list of objects.',
  invalid_not_child: 'not takes one object.',
  invalid_leaf: 'A filter has no field.',
  operator_in_leaf: 'and, or and not are written in small letters.',
  empty_list_value: 'A filter has an empty list.',
  non_scalar_list_item: 'A list of a filter holds something else than values.',
  invalid_value_type: 'A filter has a value of the wrong type.',
} as const
export type RichFilterProblem = keyof typeof problems

interface Reading {
  clock: Clock
  /** The parameter that the tree came in. */
  field: string
}

const maxDepth = 5
const operators = ['and', 'or', 'not']

function readNode(node: unknown, depth: number, reading: Reading): Condition {
  const refuse = (problem: RichFilterProblem) => refusal(reading.field, problem)
  if (depth > maxDepth) throw refuse('max_depth_exceeded')
  if (!isObject(node)) throw refuse('invalid_filter_node')
  const entries = Object.entries(node)
  const used = entries.filter(([name]) => operators.includes(name))
  const [operation] = used
  if (entries.length === 0) throw refuse('empty_filter_object')
  if (used.length > 1) throw refuse('multiple_logical_operators')
  if (operation === undefined) {
    return { kind: 'all', of: entries.map(([name, value]) => readEntry(name, value, reading)) }
  }
  if (entries.length > 1) throw refuse('mixed_operator_and_fields')
  const [operator, inner] = operation
  if (operator === 'not') {
    if (!isObject(inner)) throw refuse('invalid_not_child')
    return { kind: 'not', of: readNode(inner, depth + 1, reading) }
  }
  if (!Array.isArray(inner) || inner.length === 0) throw refuse('invalid_operator_children')
  if (!inner.every(isObject)) throw refuse('invalid_operator_child_type')
  return {
    kind: operator === 'and' ? 'all' : 'any',
    of: inner.map((child) => readNode(child, depth + 1, reading)),
  }
}

function readEntry(name: string, value: unknown, reading: Reading): Condition {
  const refuse = (problem: RichFilterProblem) => refusal(reading.field, problem)
  if (operators.includes(name.toLowerCase())) throw refuse('operator_in_leaf')
  const [, field = '', operator = 'exact'] = /^(.*?)(?:__(exact|in|range))?$/s.exec(name) ?? []
  if (field === '') throw refuse('invalid_leaf')
  const known = fields.get(field)
  if (known === undefined || !operatorsOf[known.kind].includes(operator)) throw refuse('invalid_filter_field')
  const values = scalars(value, operator, refuse)
  if (known.kind === 'flag') return flagCondition(known.field, values, refuse)
  if (known.kind === 'date') return dateCondition(known.field, operator, values, reading)
  const isNone = (one: string) => one === noneGroup && known.canBeNone
  const read = values.filter((one) => !isNone(one)).map((one) => readValue(known.field, one))
  if (read.some((one) => one === null)) throw refuse('invalid_filterset')
  const some = isIn(
    known.field,
    read.filter((one) => one !== null),
  )
  return values.some(isNone) ? any({ kind: 'empty', field: known.field }, some) : some
}

type Field =
  /** `None` among the values stands for having none, as in the comma filters. */
  | { kind: 'value'; field: ValueField; canBeNone: boolean }
  | { kind: 'date'; field: DateField }
  | { kind: 'flag'; field: 'is_draft' | 'is_archived' }

const fields = new Map<string, Field>([
  ...propertiesWith('filter').flatMap((property): [string, Field][] =>
    property.holds !== 'text' && 'tree' in property.filter
      ? [[property.filter.tree, ofProperty(property)]]
      : [],
  ),
  ['is_draft', { kind: 'flag', field: 'is_draft' }],
  ['is_archived', { kind: 'flag', field: 'is_archived' }],
])

function ofProperty(property: Exclude<PropertyWith<{ filter: unknown }>, { holds: 'text' }>): Field {
  if (property.holds === 'day' || property.holds === 'moment') return { kind: 'date', field: property.field }
  return { kind: 'value', field: property.field, canBeNone: 'canBeNone' in property }
}

const operatorsOf: Record<Field['kind'], readonly string[]> = {
  value: ['exact', 'in'],
  date: ['exact', 'range'],
  flag: ['exact'],
}

/** A word of a closed list, or else an id; null when it is neither. */
function readValue(field: ValueField, text: string): string | null {
  const words = field === 'priority' ? priorityRank : field === 'state__group' ? stateGroupRank : null
  if (words !== null) return Object.hasOwn(words, text) ? text : null
  return isId(text) ? text.toLowerCase() : null
}

/** Lists come as lists or as one text with commas. */
function scalars(
  value: unknown,
  operator: string,
  refuse: (problem: RichFilterProblem) => AppError,
): string[] {
  const isList = Array.isArray(value)
  if (isList && operator === 'exact') throw refuse('invalid_value_type')
  if (isList && value.some((item) => !isScalar(item))) throw refuse('non_scalar_list_item')
  if (!isList && !isScalar(value)) throw refuse('invalid_value_type')
  const values = isList
    ? value.map(String)
    : operator === 'exact'
      ? [String(value)]
      : String(value).split(',')
  const given = values.map((one) => one.trim()).filter((one) => one !== '')
  if (given.length === 0) throw refuse('empty_list_value')
  return given
}

function flagCondition(
  field: 'is_draft' | 'is_archived',
  [value]: string[],
  refuse: (problem: RichFilterProblem) => AppError,
): Condition {
  if (value !== 'true' && value !== 'false') throw refuse('invalid_value_type')
  return { kind: 'is', field, value: value === 'true' }
}

function dateCondition(field: DateField, operator: string, values: string[], reading: Reading): Condition {
  const days = values.map(readDay)
  const [first, last = first] = days
  if (days.length !== (operator === 'range' ? 2 : 1) || !first || !last) {
    throw refusal(reading.field, 'invalid_filterset')
  }
  return daysBetween(field, first, last, reading.clock)
}

function parse(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(field, 'invalid_json')
  }
}

function refusal(field: string, problem: RichFilterProblem): AppError {
  const message = problems[problem]
  return new AppError('invalid', message, { fields: { [field]: [message] }, error_message: problem })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

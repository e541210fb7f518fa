import { addDays, type Clock, parseDay } from '../../platform/clock.ts'
import { isId } from '../../platform/ids.ts'
import { isStorableText } from '../../platform/text.ts'
import {
  allConditions,
  anyCondition,
  type DateField,
  type ListingCondition,
  matchAllCondition,
  negateCondition,
  oneOfValuesCondition,
  type TextField,
  type ValueField,
} from './condition.ts'
import { dayRangeCondition } from './dates.ts'
import { noValueGroupName, priorityRank, stateGroupRank } from './keys.ts'
import { parsePeriod, periodNamesText } from './periods.ts'
import { listPropertiesWithPart, type PropertyWith } from './properties.ts'

/**
 * Parses a filter tree: `{"and":[…]}`, `{"or":[…]}`, `{"not":{…}}`, or a leaf such as
 * `{"priority__in":"urgent,high"}`, whose entries must all match. It has at most five levels. Requests
 * contain it as JSON in `filters`, and views store it as `rich_filters`. Relative values such as
 * `next_7_days` are stored unchanged and resolved when the tree is parsed. Throws `RichFilterError`;
 * `parseFiltersFromRequest` adds error messages.
 */
export function parseRichFilters(tree: unknown, clock: Clock): ListingCondition {
  if (!isObject(tree)) throw new RichFilterError('invalid_filter_type')
  if (Object.keys(tree).length === 0) return matchAllCondition
  return readNode(tree, 1, clock)
}

/** Reasons why a filter tree is invalid. Clients of Plane check these codes. */
export type RichFilterProblem =
  | 'invalid_filter_type'
  | 'invalid_json'
  | 'invalid_filter_field'
  | 'invalid_filterset'
  | 'max_depth_exceeded'
  | 'invalid_filter_node'
  | 'empty_filter_object'
  | 'multiple_logical_operators'
  | 'mixed_operator_and_fields'
  | 'invalid_operator_children'
  | 'invalid_operator_child_type'
  | 'invalid_not_child'
  | 'invalid_leaf'
  | 'operator_in_leaf'
  | 'empty_list_value'
  | 'non_scalar_list_item'
  | 'invalid_value_type'

/**
 * Thrown for an invalid filter tree. It has no message: the browser ignores invalid filters, so it does not
 * need to load the error messages.
 */
export class RichFilterError extends Error {
  readonly problem: RichFilterProblem
  /**
   * The name of a filter whose value is invalid, and the values that the filter accepts. Null if the error has
   * another reason.
   */
  readonly wanted: { filter: string; takes: string } | null

  constructor(problem: RichFilterProblem, wanted: RichFilterError['wanted'] = null) {
    super(problem)
    this.problem = problem
    this.wanted = wanted
  }
}

const maxDepth = 5
const operators = ['and', 'or', 'not']

function readNode(node: unknown, depth: number, clock: Clock): ListingCondition {
  if (depth > maxDepth) throw new RichFilterError('max_depth_exceeded')
  if (!isObject(node)) throw new RichFilterError('invalid_filter_node')
  const entries = Object.entries(node)
  const used = entries.filter(([name]) => operators.includes(name))
  const [operation] = used
  if (entries.length === 0) throw new RichFilterError('empty_filter_object')
  if (used.length > 1) throw new RichFilterError('multiple_logical_operators')
  if (operation === undefined) {
    return { kind: 'all', of: entries.map(([name, value]) => readEntry(name, value, clock)) }
  }
  if (entries.length > 1) throw new RichFilterError('mixed_operator_and_fields')
  const [operator, inner] = operation
  if (operator === 'not') {
    if (!isObject(inner)) throw new RichFilterError('invalid_not_child')
    return { kind: 'not', of: readNode(inner, depth + 1, clock) }
  }
  if (!Array.isArray(inner) || inner.length === 0) throw new RichFilterError('invalid_operator_children')
  if (!inner.every(isObject)) throw new RichFilterError('invalid_operator_child_type')
  return {
    kind: operator === 'and' ? 'all' : 'any',
    of: inner.map((child) => readNode(child, depth + 1, clock)),
  }
}

function readEntry(name: string, value: unknown, clock: Clock): ListingCondition {
  if (operators.includes(name.toLowerCase())) throw new RichFilterError('operator_in_leaf')
  const [, field = '', operator = 'exact'] = leafName.exec(name) ?? []
  if (field === '') throw new RichFilterError('invalid_leaf')
  const known = fields.get(field)
  if (known === undefined || !isOffered(known, operator)) throw new RichFilterError('invalid_filter_field')
  const values = scalars(value, operator)
  const entry = { filter: name, operator, values, clock }
  if (operator === 'isnull') return emptyCondition(known, values)
  switch (known.kind) {
    case 'flag':
      return { kind: 'is', field: known.field, value: yesOrNo(values) }
    case 'date':
      return dateCondition(known.field, entry)
    case 'text':
      return { kind: 'contains', field: known.field, text: only(entry, isStorableText, 'text') }
    case 'number':
      return { kind: 'starts', field: known.field, digits: only(entry, isDigits, 'digits') }
    case 'value':
      return valueCondition(known, entry)
  }
}

type Field =
  /** A field with values. The value `None` matches items without a value, as in comma-separated filters. */
  | { kind: 'value'; field: ValueField; canBeNone: boolean }
  | { kind: 'date'; field: DateField; canBeNone: boolean }
  | { kind: 'text'; field: TextField; canBeNone: false }
  | { kind: 'number'; field: 'sequence_id'; canBeNone: false }
  | { kind: 'flag'; field: 'is_draft' | 'is_archived'; canBeNone: false }

const fields = new Map<string, Field>([
  ...listPropertiesWithPart('filter').flatMap((property): [string, Field][] =>
    'tree' in property.filter ? [[property.filter.tree, ofProperty(property)]] : [],
  ),
  ['is_draft', { kind: 'flag', field: 'is_draft', canBeNone: false }],
  ['is_archived', { kind: 'flag', field: 'is_archived', canBeNone: false }],
])

function ofProperty(property: PropertyWith<{ filter: unknown }>): Field {
  const canBeNone = 'canBeNone' in property
  switch (property.valueKind) {
    case 'day':
    case 'moment':
      return { kind: 'date', field: property.field, canBeNone }
    case 'text':
      return { kind: 'text', field: property.field, canBeNone: false }
    case 'number':
      return { kind: 'number', field: property.field, canBeNone: false }
    default:
      return { kind: 'value', field: property.field, canBeNone }
  }
}

const operatorsOf: Record<Field['kind'], readonly string[]> = {
  value: ['exact', 'in'],
  date: ['exact', 'range', 'lt', 'lte', 'gt', 'gte', 'within'],
  text: ['icontains'],
  number: ['startswith'],
  flag: ['exact'],
}

const leafName = /^(.*?)(?:__(exact|in|range|lte?|gte?|within|isnull|icontains|startswith))?$/s

function isOffered({ kind, canBeNone }: Field, operator: string): boolean {
  return operator === 'isnull' ? canBeNone : operatorsOf[kind].includes(operator)
}

interface Entry {
  /** Name of the filter as the client sent it, including the operator. */
  filter: string
  operator: string
  values: readonly string[]
  clock: Clock
}

function invalidValue({ filter }: Entry, takes: string): RichFilterError {
  return new RichFilterError('invalid_filterset', { filter, takes })
}

function emptyCondition({ field }: Field, values: readonly string[]): ListingCondition {
  // The cast is safe, because only fields that can be empty have this operator.
  const empty: ListingCondition = { kind: 'empty', field: field as ValueField | DateField }
  return yesOrNo(values) ? empty : negateCondition(empty)
}

function valueCondition({ field, canBeNone }: Field & { kind: 'value' }, entry: Entry): ListingCondition {
  const isNone = (one: string) => one === noValueGroupName && canBeNone
  const words = field === 'priority' ? priorityRank : field === 'state__group' ? stateGroupRank : null
  const given = entry.values
    .filter((one) => !isNone(one))
    .map((one) => {
      if (words === null ? isId(one) : Object.hasOwn(words, one)) return words ? one : one.toLowerCase()
      throw invalidValue(entry, words ? Object.keys(words).join(', ') : canBeNone ? 'ids or None' : 'ids')
    })
  const some = oneOfValuesCondition(field, given)
  return entry.values.some(isNone) ? anyCondition({ kind: 'empty', field }, some) : some
}

function dateCondition(field: DateField, entry: Entry): ListingCondition {
  const { operator, values, clock } = entry
  if (operator === 'within') return periodCondition(field, entry)
  const [first = null, last = first] = values.map(parseDay)
  if (values.length !== (operator === 'range' ? 2 : 1) || first === null || last === null) {
    throw invalidValue(entry, operator === 'range' ? 'two days, YYYY-MM-DD,YYYY-MM-DD' : 'a day, YYYY-MM-DD')
  }
  switch (operator) {
    case 'lt':
      return dayRangeCondition(field, null, addDays(first, -1), clock)
    case 'lte':
      return dayRangeCondition(field, null, first, clock)
    case 'gt':
      return dayRangeCondition(field, addDays(first, 1), null, clock)
    case 'gte':
      return dayRangeCondition(field, first, null, clock)
    default:
      return dayRangeCondition(field, first, last, clock)
  }
}

/** Returns the condition for a named period. Completed and cancelled items are never overdue. */
function periodCondition(field: DateField, entry: Entry): ListingCondition {
  const { clock } = entry
  const [name = ''] = entry.values
  const hasOverdue = field === 'target_date'
  if (hasOverdue && name === 'overdue') {
    const before = dayRangeCondition(field, null, addDays(clock.today, -1), clock)
    return allConditions(
      before,
      negateCondition(oneOfValuesCondition('state__group', ['completed', 'cancelled'])),
    )
  }
  const days = parsePeriod(name, clock)
  if (days === null) throw invalidValue(entry, hasOverdue ? `overdue, ${periodNamesText}` : periodNamesText)
  return dayRangeCondition(field, days.first, days.last, clock)
}

function only(entry: Entry, isFit: (text: string) => boolean, takes: string): string {
  const [text = ''] = entry.values
  if (!isFit(text)) throw invalidValue(entry, takes)
  return text
}

function isDigits(text: string): boolean {
  return /^\d{1,10}$/.test(text)
}

/**
 * Returns the values of a filter. With the operators `in` and `range`, the filter may contain an array or
 * comma-separated text. With other operators, it contains a single value.
 */
function scalars(value: unknown, operator: string): string[] {
  const isList = Array.isArray(value)
  const isMany = operator === 'in' || operator === 'range'
  if (isList && !isMany) throw new RichFilterError('invalid_value_type')
  if (isList && value.some((item) => !isScalar(item))) throw new RichFilterError('non_scalar_list_item')
  if (!isList && !isScalar(value)) throw new RichFilterError('invalid_value_type')
  const values = isList ? value.map(String) : isMany ? String(value).split(',') : [String(value)]
  const given = values.map((one) => one.trim()).filter((one) => one !== '')
  if (given.length === 0) throw new RichFilterError('empty_list_value')
  return given
}

function yesOrNo([value]: readonly string[]): boolean {
  if (value !== 'true' && value !== 'false') throw new RichFilterError('invalid_value_type')
  return value === 'true'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

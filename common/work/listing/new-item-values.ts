import type { StateRow } from '../states/schema.ts'
import type { FieldValues, itemFields } from '../work-items/fields.ts'
import type { WorkItemRow } from '../work-items/schema.ts'
import { columnsOfCondition, type DayField, type ListingCondition, matchesCondition } from './condition.ts'

export type NewItemValues = Partial<Omit<FieldValues<typeof itemFields>, 'state_id'>> & { state_id?: string }

interface NewItemOptions {
  /** The states of the project in their order. */
  states: readonly Pick<StateRow, 'id' | 'group' | 'default'>[]
  /** The current day of the user. */
  today: string
}

/**
 * Returns the values that a new item needs to match a condition. If several values of a field match, such as two
 * labels, the result does not contain the field. The state is an exception, because an item always has one: if
 * several states match, the result contains the default state or the first of them. A range of dates gives today,
 * or the first day of the range.
 */
export function valuesForNewItem(condition: ListingCondition, options: NewItemOptions): NewItemValues {
  const parts = requiredParts(condition)
  const values: NewItemValues = {}
  const state = findState(parts, options)
  if (state !== undefined) values.state_id = state.id
  for (const field of ['cycle_id', 'epic_id', 'estimate_point'] as const) {
    const id = singleValue(parts, field)
    if (id !== undefined) values[field] = id
  }
  const priority = singleValue(parts, 'priority')
  if (priority !== undefined) values.priority = priority as WorkItemRow['priority']
  for (const field of ['assignee_ids', 'label_ids', 'module_ids'] as const) {
    const ids = parts.flatMap((part) => (isIn(part, field) && part.values.length === 1 ? part.values : []))
    if (ids.length > 0) values[field] = [...new Set(ids)]
  }
  const [start_date, target_date] = [
    findDay(parts, 'start_date', options.today),
    findDay(parts, 'target_date', options.today),
  ]
  if (target_date !== null) values.target_date = target_date
  if (start_date !== null && (target_date === null || start_date <= target_date))
    values.start_date = start_date
  return values
}

/** Returns the only project that a condition allows, or null if it allows several. */
export function projectOfCondition(condition: ListingCondition): string | null {
  return singleValue(requiredParts(condition), 'project_id') ?? null
}

/**
 * Returns the parts of a condition that an item must match in any case. If only one of several parts must match,
 * they are not split.
 */
function requiredParts(condition: ListingCondition): ListingCondition[] {
  return condition.kind === 'all' ? condition.of.flatMap(requiredParts) : [condition]
}

type InCondition = Extract<ListingCondition, { kind: 'in' }>

function isIn(part: ListingCondition, field: string): part is InCondition {
  return part.kind === 'in' && part.field === field
}

/** Returns the value that all parts about a field allow, if there is exactly one. */
function singleValue(parts: readonly ListingCondition[], field: InCondition['field']): string | undefined {
  const sets = parts.filter((part) => isIn(part, field)).map(({ values }) => new Set(values))
  const [first, ...others] = sets
  const allowed = [...(first ?? [])].filter((value) => others.every((other) => other.has(value)))
  return allowed.length === 1 ? allowed[0] : undefined
}

function findState(parts: readonly ListingCondition[], { states }: NewItemOptions) {
  const isAboutStates = (part: ListingCondition) =>
    columnsOfCondition(part).every((column) => column === 'state_id' || column === 'state__group')
  const conditions = parts.filter((part) => columnsOfCondition(part).length > 0 && isAboutStates(part))
  const allowed = states.filter(({ id, group }) =>
    // These conditions read only the state, so the cast is safe.
    conditions.every((part) => matchesCondition(part, { state_id: id, state__group: group } as WorkItemRow)),
  )
  if (allowed.length === states.length) return
  return allowed.find((state) => state.default) ?? allowed[0]
}

/**
 * Returns today if all ranges of a date contain it, otherwise the first day that all of them contain. Returns null
 * if there is no such day.
 */
function findDay(parts: readonly ListingCondition[], field: DayField, today: string): string | null {
  const ranges = parts.filter((part) => part.kind === 'range').filter((part) => part.field === field)
  if (ranges.length === 0) return null
  const isInside = (day: string) =>
    ranges.every(({ from, before }) => (from === null || day >= from) && (before === null || day < before))
  if (isInside(today)) return today
  const first = ranges
    .flatMap(({ from }) => (from === null ? [] : [from]))
    .sort()
    .at(-1)
  return first !== undefined && isInside(first) ? first : null
}

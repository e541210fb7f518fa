import type { WorkItemRow } from '../work-items/schema.ts'
import type { PropertyWith } from './properties.ts'

/** Columns that contain ids or words. A column may contain several values. */
export type ValueField = PropertyWith<{ valueKind: 'id' | 'ids' | 'word' }>['field']
export type TextField = PropertyWith<{ valueKind: 'text' }>['field']
export type DayField = PropertyWith<{ valueKind: 'day' }>['field']
export type TimestampField = PropertyWith<{ valueKind: 'moment' }>['field']
export type DateField = DayField | TimestampField

/**
 * The meaning of a filter, independent of its syntax. Comma-separated parameters and filter trees are both
 * parsed to conditions. The server translates a condition to SQL, and the client evaluates it on rows.
 * Relative dates are already resolved.
 */
export type ListingCondition =
  | { kind: 'all'; of: readonly ListingCondition[] }
  | { kind: 'any'; of: readonly ListingCondition[] }
  | { kind: 'not'; of: ListingCondition }
  /** At least one value of the field is in the list `values`. An empty list matches no item. */
  | { kind: 'in'; field: ValueField; values: readonly string[] }
  | { kind: 'empty'; field: ValueField | DateField }
  /**
   * The date is on or after `from` and before `before`. Null means no limit. Fields with a day use days, and
   * other date fields use UTC timestamps.
   */
  | { kind: 'range'; field: DateField; from: string | null; before: string | null }
  | { kind: 'contains'; field: TextField; text: string }
  /** The number of the item, in decimal, starts with these digits. */
  | { kind: 'starts'; field: 'sequence_id'; digits: string }
  | { kind: 'is'; field: ComputedFlag; value: boolean }

/**
 * Properties that are true or false and are computed from several columns. `is_part` is true for an item whose
 * parent is not its epic.
 */
export type ComputedFlag = keyof typeof columnsOfFlag
const columnsOfFlag = {
  is_draft: ['is_draft'],
  is_archived: ['archived_at'],
  is_epic: ['is_epic'],
  is_part: ['parent_id', 'epic_id'],
} as const satisfies Record<string, (keyof WorkItemRow)[]>

export const matchAllCondition: ListingCondition = { kind: 'all', of: [] }

export function allConditions(...of: ListingCondition[]): ListingCondition {
  const [only] = of
  return only !== undefined && of.length === 1 ? only : { kind: 'all', of }
}

export function anyCondition(...of: ListingCondition[]): ListingCondition {
  const [only] = of
  return only !== undefined && of.length === 1 ? only : { kind: 'any', of }
}

export function negateCondition(of: ListingCondition): ListingCondition {
  return { kind: 'not', of }
}

export function oneOfValuesCondition(field: ValueField, values: readonly string[]): ListingCondition {
  return { kind: 'in', field, values }
}

/** An item or a draft. Drafts may have no project and no state. */
type FilterableItem = Omit<WorkItemRow, 'project_id' | 'state_id' | 'state__group'> & {
  project_id: string | null
  state_id: string | null
  state__group: string | null
}

/**
 * Returns true if a row matches a condition. A row without a date matches no range, and therefore matches the
 * negation of every range.
 */
export function matchesCondition(condition: ListingCondition, row: FilterableItem): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((one) => matchesCondition(one, row))
    case 'any':
      return condition.of.some((one) => matchesCondition(one, row))
    case 'not':
      return !matchesCondition(condition.of, row)
    case 'in':
      return columnValueToArray(row[condition.field]).some((value) => condition.values.includes(value))
    case 'empty':
      return columnValueToArray(row[condition.field]).length === 0
    case 'range': {
      const value = row[condition.field]
      if (value === null) return false
      return (
        (condition.from === null || value >= condition.from) &&
        (condition.before === null || value < condition.before)
      )
    }
    case 'contains':
      return row[condition.field].toLowerCase().includes(condition.text.toLowerCase())
    case 'starts':
      return String(row.sequence_id).startsWith(condition.digits)
    case 'is':
      return flagOf(condition.field, row) === condition.value
  }
}

function flagOf(field: ComputedFlag, row: FilterableItem): boolean {
  if (field === 'is_archived') return row.archived_at !== null
  return field === 'is_part' ? row.parent_id !== null && row.parent_id !== row.epic_id : row[field]
}

/** Returns the columns that a condition depends on. */
export function columnsOfCondition(condition: ListingCondition): string[] {
  if (condition.kind === 'all' || condition.kind === 'any') return condition.of.flatMap(columnsOfCondition)
  if (condition.kind === 'not') return columnsOfCondition(condition.of)
  return condition.kind === 'is' ? [...columnsOfFlag[condition.field]] : [condition.field]
}

export function columnValueToArray(value: string | null | readonly string[]): readonly string[] {
  // For a draft without a project, `project_id` is an empty string.
  if (value === null || value === '') return []
  return typeof value === 'string' ? [value] : value
}

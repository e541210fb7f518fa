import type { WorkItemRow } from '../work-items/schema.ts'
import type { PropertyWith } from './properties.ts'

/** Columns that hold an id or a word, alone or several of them. */
export type ValueField = PropertyWith<{ holds: 'id' | 'ids' | 'word' }>['field']
export type TextField = PropertyWith<{ holds: 'text' }>['field']
export type DayField = PropertyWith<{ holds: 'day' }>['field']
export type MomentField = PropertyWith<{ holds: 'moment' }>['field']
export type DateField = DayField | MomentField

/**
 * What a filter means, whatever it was written in: the comma parameters and the and/or/not tree both become this, SQL is made of
 * it on the server, and the browser asks it of a row. Dates are resolved already, so it needs no clock.
 */
export type Condition =
  | { kind: 'all'; of: readonly Condition[] }
  | { kind: 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  /** The value, or one of the values, is among these; an empty list is met by nothing. */
  | { kind: 'in'; field: ValueField; values: readonly string[] }
  | { kind: 'empty'; field: ValueField | DateField }
  /** Half open: `from` is in it, `before` is not. Days for day fields, moments in UTC for the others. */
  | { kind: 'range'; field: DateField; from: string | null; before: string | null }
  | { kind: 'contains'; field: TextField; text: string }
  /** The number, written out, begins with these digits. */
  | { kind: 'starts'; field: 'sequence_id'; digits: string }
  | { kind: 'is'; field: Flag; value: boolean }

/** What is said of an item by more than a value; a part is what is below another item that is not its epic. */
export type Flag = keyof typeof columnsOfFlag
const columnsOfFlag = {
  is_draft: ['is_draft'],
  is_archived: ['archived_at'],
  is_epic: ['is_epic'],
  is_part: ['parent_id', 'epic_id'],
} as const satisfies Record<string, (keyof WorkItemRow)[]>

export const everything: Condition = { kind: 'all', of: [] }

export function all(...of: Condition[]): Condition {
  const [only] = of
  return only !== undefined && of.length === 1 ? only : { kind: 'all', of }
}

export function any(...of: Condition[]): Condition {
  const [only] = of
  return only !== undefined && of.length === 1 ? only : { kind: 'any', of }
}

export function not(of: Condition): Condition {
  return { kind: 'not', of }
}

export function isIn(field: ValueField, values: readonly string[]): Condition {
  return { kind: 'in', field, values }
}

/** An item, or a draft of one, which may be in no project and no state yet. */
type Asked = Omit<WorkItemRow, 'project_id' | 'state_id' | 'state__group'> & {
  project_id: string | null
  state_id: string | null
  state__group: string | null
}

/** Whether a row meets a condition. A row without a date meets no range, and so meets the opposite of every range. */
export function holds(condition: Condition, row: Asked): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((one) => holds(one, row))
    case 'any':
      return condition.of.some((one) => holds(one, row))
    case 'not':
      return !holds(condition.of, row)
    case 'in':
      return valuesOf(row[condition.field]).some((value) => condition.values.includes(value))
    case 'empty':
      return valuesOf(row[condition.field]).length === 0
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

function flagOf(field: Flag, row: Asked): boolean {
  if (field === 'is_archived') return row.archived_at !== null
  return field === 'is_part' ? row.parent_id !== null && row.parent_id !== row.epic_id : row[field]
}

/** The columns that a condition looks at. */
export function columnsIn(condition: Condition): string[] {
  if (condition.kind === 'all' || condition.kind === 'any') return condition.of.flatMap(columnsIn)
  if (condition.kind === 'not') return columnsIn(condition.of)
  return condition.kind === 'is' ? [...columnsOfFlag[condition.field]] : [condition.field]
}

export function valuesOf(value: string | null | readonly string[]): readonly string[] {
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}

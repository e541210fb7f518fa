import type { Priority } from './priorities.ts'

/** Values that refer to rows of one project and may not exist in another one. */
export const projectFields = {
  state_id: 'id',
  assignee_ids: 'ids',
  label_ids: 'ids',
  /** A value of the active estimate of the project. */
  estimate_point: 'id',
} as const

/** Values that mean the same in every project. */
export const plainFields = { priority: 'priority' } as const

/** Templates store a number of days instead of each date. */
export const dateFields = { start_date: 'day', target_date: 'day' } as const

/** The plans that an item belongs to. Drafts and templates have none, because a plan may be closed when they are used. */
export const planFields = { cycle_id: 'id', module_ids: 'ids', epic_id: 'id' } as const

/** The properties that items, sub-items, drafts and templates have in common. */
export const ownFields = { ...projectFields, ...plainFields }

/** The properties of items, sub-items and drafts. */
export const draftFields = { ...ownFields, ...dateFields }

/**
 * All properties that users can set, except name, parent and position, with the kind of their values. Schemas, calls, drafts,
 * templates and copies are derived from it, so a new property needs one entry.
 */
export const itemFields = { ...draftFields, ...planFields }

interface Kinds {
  id: string | null
  ids: string[]
  day: string | null
  priority: Priority
}
const empty: Kinds = { id: null, ids: [], day: null, priority: 'none' }

export type Fields = Record<string, keyof Kinds>
export type FieldValues<Of extends Fields> = { -readonly [Name in keyof Of]: Kinds[Of[Name]] }

/** Returns empty values for the fields. Arrays are copied, because rows are changed in place. */
export function emptyOf<Of extends Fields>(fields: Of): FieldValues<Of> {
  const entries = Object.entries(fields).map(([name, kind]) => [name, structuredClone(empty[kind])])
  // The cast restores the keys, because TypeScript cannot infer them from entries.
  return Object.fromEntries(entries) as FieldValues<Of>
}

/** Returns the values of these fields that are defined in a row or change. */
export function picked<Of extends object, Row extends object>(
  fields: Of,
  row: Row,
): Pick<Row, keyof Of & keyof Row> {
  const names = (Object.keys(fields) as (keyof Of & keyof Row)[]).filter((name) => row[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, keyof Of & keyof Row>
}

import type { Priority } from './priorities.ts'

/** Values that exist in one project only: in another one there may be none like them. */
export const projectFields = {
  state_id: 'id',
  assignee_ids: 'ids',
  label_ids: 'ids',
  /** One of the values of the estimate that is on in the project. */
  estimate_point: 'id',
} as const

/** Values that mean the same in every project. */
export const plainFields = { priority: 'priority' } as const

/** A template has a number of days instead of each date. */
export const dateFields = { start_date: 'day', target_date: 'day' } as const

/** The plans that an item is part of. Drafts and templates have none: a plan may be closed by the time they are used. */
export const planFields = { cycle_id: 'id', module_ids: 'ids', epic_id: 'id' } as const

/** The properties that items, sub-items, drafts and templates have in common. */
export const ownFields = { ...projectFields, ...plainFields }

/** The properties of items, sub-items and drafts. */
export const draftFields = { ...ownFields, ...dateFields }

/**
 * Every property of a work item that people set, apart from its name, its parent and its position, with the kind of its values. Schemas,
 * calls, drafts, templates and copies are built from it, so that a new property is one entry in the group that it belongs to.
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

/** The values of something new. The arrays are new each time, since rows are changed in place. */
export function emptyOf<Of extends Fields>(fields: Of): FieldValues<Of> {
  const entries = Object.entries(fields).map(([name, kind]) => [name, structuredClone(empty[kind])])
  // `Object.fromEntries` forgets the names, which are those of the fields.
  return Object.fromEntries(entries) as FieldValues<Of>
}

/** The values that a row or a change has for these fields. */
export function picked<Of extends object, Row extends object>(
  fields: Of,
  row: Row,
): Pick<Row, keyof Of & keyof Row> {
  const names = (Object.keys(fields) as (keyof Of & keyof Row)[]).filter((name) => row[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, keyof Of & keyof Row>
}

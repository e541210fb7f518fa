import type { Priority } from './priorities.ts'

/**
 * Fields whose values belong to one project, such as states and labels. Another project may not have these
 * values.
 */
export const projectSpecificFields = {
  state_id: 'id',
  assignee_ids: 'ids',
  label_ids: 'ids',
  /** Id of a value of the project's active estimate. */
  estimate_point: 'id',
} as const

/** Fields with values that have the same meaning in every project. */
export const projectIndependentFields = { priority: 'priority' } as const

/** Fields with dates. A template stores a number of days instead of a date. */
export const dateFields = { start_date: 'day', target_date: 'day' } as const

/**
 * Fields that contain the cycle, modules and epic of an item. Templates do not have these fields, because a
 * cycle may have ended when the template is used. Drafts have these fields. When a draft is published, ended
 * cycles and archived modules are left out.
 */
export const cycleModuleAndEpicFields = { cycle_id: 'id', module_ids: 'ids', epic_id: 'id' } as const

/** Fields that items, sub-items, drafts and templates have in common. */
export const commonItemFields = { ...projectSpecificFields, ...projectIndependentFields }

/** Fields that items, sub-items and drafts have in common. */
export const draftFields = { ...commonItemFields, ...dateFields }

/**
 * All fields that users can set, except name, parent and position, each with the kind of its values. Schemas,
 * calls, drafts, templates and copies are derived from this list, so a new property needs one entry here.
 */
export const itemFields = { ...draftFields, ...cycleModuleAndEpicFields }

interface Kinds {
  id: string | null
  ids: string[]
  day: string | null
  priority: Priority
}
const empty: Kinds = { id: null, ids: [], day: null, priority: 'none' }

export type FieldKinds = Record<string, keyof Kinds>
export type FieldValues<Of extends FieldKinds> = { -readonly [Name in keyof Of]: Kinds[Of[Name]] }

/**
 * Returns an empty value for each field. Each call creates new arrays, because callers change rows in place.
 */
export function emptyFieldValues<Of extends FieldKinds>(fields: Of): FieldValues<Of> {
  const entries = Object.entries(fields).map(([name, kind]) => [name, structuredClone(empty[kind])])
  // The cast is needed because TypeScript cannot infer the keys from entries.
  return Object.fromEntries(entries) as FieldValues<Of>
}

/**
 * Returns the values that `row` contains for the fields `fields`. `row` is a row or a change, in which fields
 * may be undefined.
 */
export function pickDefinedFields<Of extends object, Row extends object>(
  fields: Of,
  row: Row,
): Pick<Row, keyof Of & keyof Row> {
  const names = (Object.keys(fields) as (keyof Of & keyof Row)[]).filter((name) => row[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, keyof Of & keyof Row>
}

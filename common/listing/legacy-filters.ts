import { isId } from '../ids.ts'
import type { Clock } from './clock.ts'
import { any, type Condition, type DateField, everything, isIn, not, type ValueField } from './condition.ts'
import { readDates } from './dates.ts'
import { noneGroup } from './keys.ts'

/**
 * Filters as comma lists: `state=<id>,<id>&labels=None`. All parameters must hold, one value of a list is enough; the word `null` is
 * dropped, and `None` stands for "has none" where a value may be missing. A value that names nothing is met by nothing.
 */
export type LegacyFilters = { [Name in LegacyFilter]?: string | undefined }
export type LegacyFilter = keyof typeof readers

const readers = {
  state: ids('state_id'),
  state_group: words('state__group'),
  priority: words('priority'),
  parent: ids('parent_id', true),
  labels: ids('label_ids', true),
  assignees: ids('assignee_ids', true),
  created_by: ids('created_by', true),
  subscriber: ids('subscriber_ids'),
  mentions: ids('mention_ids'),
  cycle: ids('cycle_id', true),
  module: ids('module_ids', true),
  project: ids('project_id'),
  estimate_point: ids('estimate_point'),
  name: (text: string): Condition => ({ kind: 'contains', field: 'name', text }),
  start_target_date: (text: string) =>
    text === 'true'
      ? any(not({ kind: 'empty', field: 'start_date' }), not({ kind: 'empty', field: 'target_date' }))
      : null,
  created_at: dates('created_at'),
  updated_at: dates('updated_at'),
  completed_at: dates('completed_at'),
  start_date: dates('start_date'),
  target_date: dates('target_date'),
} satisfies Record<string, (text: string, clock: Clock) => Condition | null>

export const legacyFilters = Object.keys(readers) as LegacyFilter[]

export function readLegacyFilters(filters: LegacyFilters, clock: Clock): Condition {
  const of = legacyFilters.flatMap((name) => {
    const text = filters[name]
    return text === undefined || text === '' ? [] : (readers[name](text, clock) ?? [])
  })
  return of.length === 0 ? everything : { kind: 'all', of }
}

/** Values by name, as preferences and views keep them, in the form of a query; without those that filter nothing. */
export function asLists(kept: Record<string, readonly string[] | null>): LegacyFilters {
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, values]) => (values?.length ? [[name, values.join(',')]] : [])),
  )
}

function ids(field: ValueField, canBeNone = false) {
  return values(field, canBeNone, (value) => (isId(value) ? value.toLowerCase() : null))
}

function words(field: ValueField) {
  return values(field, false, (value) => value)
}

function values(field: ValueField, canBeNone: boolean, read: (value: string) => string | null) {
  return (text: string): Condition | null => {
    const wanted = text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '' && value !== 'null')
    if (wanted.length === 0) return null
    const some = isIn(
      field,
      wanted.flatMap((value) => read(value) ?? []),
    )
    return canBeNone && wanted.includes(noneGroup) ? any({ kind: 'empty', field }, some) : some
  }
}

function dates(field: DateField) {
  return (text: string, clock: Clock): Condition | null => readDates(field, text, clock)
}

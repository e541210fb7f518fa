import type { ColumnName } from '#common/listing/properties.ts'
import { type Priority, priorities } from '#common/work-items/priorities.ts'
import { workItemNameProblem } from '#common/work-items/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import type { PlainDate } from '../../ui/plain-date.ts'
import { fromDate } from '../../ui/plain-date.ts'
import type { GivenEach } from '../bulk/change-many.ts'
import { type Column, isEditable } from './columns.ts'

/** What is copied of a cell: the text that people read, and behind it the states, people and labels that it names. */
export interface CellValue {
  /** The property that it was copied from; null for text from elsewhere. */
  of: ColumnName | null
  text: string
  refs: readonly Ref[]
}

export interface Ref {
  /** Null when only the name is known, as in text from elsewhere. */
  id: string | null
  name: string
}

/** How rows are put into words. */
export interface Names {
  state: (id: string) => string
  label: (id: string) => string
  person: (id: string) => string
  project: (id: string) => string
  priority: (priority: Priority) => string
}

/** What a project has to choose from. */
export interface Known {
  states: readonly Named[]
  labels: readonly Named[]
  people: readonly Named[]
}

export interface Named {
  id: string
  /** All that it may be called by; the first is the usual one. */
  names: readonly string[]
}

/** How text from elsewhere is read, in the person's language. */
export interface Reading {
  date: (text: string) => PlainDate | undefined
  priority: (priority: Priority) => string
}

/** Why a cell was left as it is, or did not become all that was meant. */
export interface Problem {
  code:
    | 'read_only'
    | 'no_access'
    | 'required'
    | 'too_long'
    | 'unknown_state'
    | 'unknown_label'
    | 'unknown_person'
    | 'not_a_date'
    | 'not_a_priority'
    | 'dates_wrong'
    | 'outside'
  text: string
  project_id: string
}

export interface Resolved {
  patch: GivenEach
  problem?: Omit<Problem, 'project_id'>
}

export function readCell(row: WorkItemRow, { name }: Column, names: Names): CellValue {
  const list = (ids: readonly string[], nameOf: (id: string) => string): CellValue => {
    const refs = ids.map((id) => ({ id, name: nameOf(id) }))
    return { of: name, refs, text: refs.map((ref) => ref.name).join(', ') }
  }
  const plain = (text: string): CellValue => ({ of: name, text, refs: [] })
  switch (name) {
    case 'title':
      return plain(row.name)
    case 'project':
      return list([row.project_id], names.project)
    case 'state':
      return list([row.state_id], names.state)
    case 'priority':
      return plain(row.priority === 'none' ? '' : names.priority(row.priority))
    case 'assignees':
      return list(row.assignee_ids, names.person)
    case 'labels':
      return list(row.label_ids, names.label)
    case 'created_by':
      return list(row.created_by === null ? [] : [row.created_by], names.person)
    case 'start_date':
    case 'target_date':
      return plain(row[name] ?? '')
    case 'created_at':
    case 'updated_at':
      return plain(fromDate(new Date(row[name])))
    default:
      return plain(String(row[name]))
  }
}

/** What a value makes of a cell. What the project of the row does not know is left out, and said. */
export function resolve(
  row: WorkItemRow,
  column: Column,
  value: CellValue,
  known: Known,
  reading: Reading,
): Resolved {
  const text = value.text.replace(/\s+/g, ' ').trim()
  const refused = (code: Problem['code']): Resolved => ({ patch: {}, problem: { code, text } })
  if (!isEditable(column)) return refused('read_only')
  const refs = value.of === column.name && value.refs.length > 0 ? value.refs : null
  switch (column.name) {
    case 'title': {
      const problem = workItemNameProblem(text)
      return problem === null ? changed(row, { name: text }) : refused(problem)
    }
    case 'state': {
      if (text === '') return refused('required')
      const state = find(known.states, refs?.[0] ?? { id: null, name: text })
      return state === undefined ? refused('unknown_state') : changed(row, { state_id: state.id })
    }
    case 'priority': {
      const priority = priorityNamed(text, reading)
      return priority === undefined ? refused('not_a_priority') : changed(row, { priority })
    }
    case 'assignees': {
      const { ids, unknown } = findAll(known.people, refs, text)
      return listed(row, 'assignee_ids', ids, unknown, 'unknown_person')
    }
    case 'labels': {
      const { ids, unknown } = findAll(known.labels, refs, text)
      return listed(row, 'label_ids', ids, unknown, 'unknown_label')
    }
    case 'start_date':
    case 'target_date': {
      const date = text === '' ? null : reading.date(text)
      return date === undefined ? refused('not_a_date') : changed(row, { [column.name]: date })
    }
    default:
      return refused('read_only')
  }
}

/** Of a patch what differs from the row. */
function changed(row: WorkItemRow, patch: GivenEach): Resolved {
  const names = Object.keys(patch) as (keyof GivenEach)[]
  const differs = names.some((name) => JSON.stringify(row[name]) !== JSON.stringify(patch[name]))
  return { patch: differs ? patch : {} }
}

/** Of several names those that are known count; when none is, nothing changes. */
function listed(
  row: WorkItemRow,
  field: 'assignee_ids' | 'label_ids',
  ids: readonly string[],
  unknown: readonly string[],
  code: Problem['code'],
): Resolved {
  if (unknown.length === 0) return changed(row, { [field]: ids })
  const problem = { code, text: unknown.join(', ') }
  return ids.length === 0 ? { patch: {}, problem } : { ...changed(row, { [field]: ids }), problem }
}

function findAll(known: readonly Named[], refs: readonly Ref[] | null, text: string) {
  const whole = refs === null ? find(known, { id: null, name: text }) : undefined
  const parts = text.split(',').map((name) => ({ id: null, name: name.trim() }))
  const wanted = refs ?? parts.filter(({ name }) => name !== '')
  const found = whole === undefined ? wanted.map((ref) => find(known, ref)) : [whole]
  return {
    ids: [...new Set(found.flatMap((one) => one?.id ?? []))],
    unknown: whole === undefined ? wanted.filter((_, at) => !found[at]).map(({ name }) => name) : [],
  }
}

/** The thing itself, or in another project the one of the same name. */
function find(known: readonly Named[], { id, name }: Ref): Named | undefined {
  return known.find((one) => one.id === id) ?? known.find((one) => one.names.some((own) => same(own, name)))
}

function priorityNamed(text: string, { priority: nameOf }: Reading): Priority | undefined {
  if (text === '') return 'none'
  return priorities.find((priority) => same(nameOf(priority), text) || same(priority, text))
}

function same(a: string, b: string): boolean {
  return a.toLocaleLowerCase() === b.toLocaleLowerCase()
}

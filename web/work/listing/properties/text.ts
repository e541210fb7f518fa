import type { Priority } from '#common/work/work-items/priorities.ts'
import type { PlainDate } from '../../../platform/ui/plain-date.ts'
import type { IndividualItemPatch } from '../bulk/change-many.ts'

/**
 * The text of a cell, with references to the rows (such as states, people and labels) that the text names.
 */
export interface CellText {
  text: string
  refs: readonly CellReference[]
}

export interface CellReference {
  /**
   * Id of the value, such as a label. Is null if only the name is known, for example because the table was
   * copied in another program.
   */
  id: string | null
  name: string
}

/** Functions that return the name of a row by its id, to convert the values of a cell to text. */
export interface ReferenceNameGetters {
  state: (id: string) => string
  label: (id: string) => string
  cycle: (id: string) => string
  epic: (id: string) => string
  module: (id: string) => string
  estimate: (id: string) => string
  person: (id: string) => string
  project: (id: string) => string
  priority: (priority: Priority) => string
}

/** The values that exist in a project. */
export interface ChoosableProjectValues {
  states: readonly NamedValue[]
  labels: readonly NamedValue[]
  cycles: readonly NamedValue[]
  epics: readonly NamedValue[]
  modules: readonly NamedValue[]
  estimates: readonly NamedValue[]
  people: readonly NamedValue[]
}

export interface NamedValue {
  id: string
  /** All names by which the value can be found. The first one is displayed. */
  names: readonly string[]
}

/** Parsers for text from other programs, in the user's language. */
export interface TextParsers {
  date: (text: string) => PlainDate | undefined
  priority: (priority: Priority) => string
}

/** The reason why a pasted value was rejected completely or partially. */
export type CellProblemCode =
  | 'read_only'
  | 'no_access'
  | 'required'
  | 'too_long'
  | 'unknown_state'
  | 'unknown_label'
  | 'unknown_cycle'
  | 'unknown_epic'
  | 'unknown_module'
  | 'unknown_estimate'
  | 'unknown_person'
  | 'not_a_date'
  | 'not_a_priority'
  | 'dates_wrong'
  | 'outside'

/** The result of parsing a text. */
export interface ParsedCellText {
  patch: IndividualItemPatch
  problem?: { code: CellProblemCode; text: string }
}

/** A pasted value. `refs` is set if the text was copied from a cell of the same property. */
export interface PastedValue {
  text: string
  refs: readonly CellReference[] | null
}

export function cellTextOfString(text: string): CellText {
  return { text, refs: [] }
}

export function createReferenceCellText(ids: readonly string[], nameOf: (id: string) => string): CellText {
  const refs = ids.map((id) => ({ id, name: nameOf(id) }))
  return { refs, text: refs.map((ref) => ref.name).join(', ') }
}

export function rejectCellText(code: CellProblemCode, { text }: PastedValue): ParsedCellText {
  return { patch: {}, problem: { code, text } }
}

/**
 * Converts a pasted list of names to a patch. Names that do not exist in the project are reported as a
 * problem. If no name exists, the patch is empty.
 */
export function parsePastedList(
  field: 'assignee_ids' | 'label_ids' | 'module_ids',
  given: PastedValue,
  known: readonly NamedValue[],
  code: CellProblemCode,
): ParsedCellText {
  const { ids, unknown } = findAll(known, given)
  if (unknown.length === 0) return { patch: { [field]: ids } }
  const problem = { code, text: unknown.join(', ') }
  return { patch: ids.length === 0 ? {} : { [field]: ids }, problem }
}

function findAll(known: readonly NamedValue[], { text, refs }: PastedValue) {
  const whole = refs === null ? findByIdOrName(known, { id: null, name: text }) : undefined
  const parts = text.split(',').map((name) => ({ id: null, name: name.trim() }))
  const wanted = refs ?? parts.filter(({ name }) => name !== '')
  const found = whole === undefined ? wanted.map((ref) => findByIdOrName(known, ref)) : [whole]
  return {
    ids: [...new Set(found.flatMap((one) => one?.id ?? []))],
    unknown: whole === undefined ? wanted.filter((_, at) => !found[at]).map(({ name }) => name) : [],
  }
}

/**
 * Finds a value by id. A value that was copied from another project has another id and is found by its name.
 */
export function findByIdOrName(
  known: readonly NamedValue[],
  { id, name }: CellReference,
): NamedValue | undefined {
  return (
    known.find((one) => one.id === id) ??
    known.find((one) => one.names.some((own) => equalsIgnoringCase(own, name)))
  )
}

export function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLocaleLowerCase() === b.toLocaleLowerCase()
}

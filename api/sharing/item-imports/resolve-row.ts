import type { ImportNote, ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'
import { areDatesOutOfOrder, maxValuesPerItemField } from '#common/work/work-items/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { ValueCreator } from './created-values.ts'
import type { ValueMapping } from './mapping.ts'
import { normalName, type ProjectValues } from './project-values.ts'
import type { SourceRow } from './reading/read-source.ts'
import type { ImportedText } from './texts.ts'
import { detailToHtml, historyToHtml } from './texts.ts'

/**
 * The data and functions with which the values of rows are mapped to values of the project. They are loaded once for
 * each batch of rows.
 */
export interface RowResolver {
  ctx: ProjectContext
  settings: ItemImportSettings
  values: ProjectValues
  mapping: ValueMapping
  create: ValueCreator
  /** Ids of cycles that have ended, and of archived cycles and modules. They accept no items. */
  closed: ReadonlySet<string>
}

/**
 * The values of a row after they were mapped to values of the project. A field is missing if the file contains no
 * usable value for it.
 */
export interface ResolvedRow {
  fields: {
    name: string
    state_id?: string
    priority?: Priority
    assignee_ids?: string[]
    label_ids?: string[]
    cycle_id?: string
    module_ids?: string[]
    estimate_point?: string
    start_date?: string
    target_date?: string
  }
  /** HTML of the description and of the values that have no field. It is an empty string if the row has neither. */
  description: string
  /** Id of the author, or null if the file names no author who is a member of the project. */
  author: string | null
  notes: ImportNote[]
}

export async function resolveRow(
  resolver: RowResolver,
  row: SourceRow,
  text: ImportedText,
): Promise<ResolvedRow> {
  const notes: ImportNote[] = [...row.notes]
  if (!text.isConverted) notes.push({ reason: 'description_not_read', text: '' })
  const people = resolvePeople(resolver, row, notes)
  const label_ids = await resolveLabels(resolver, row, notes)
  const fields = {
    name: row.title,
    ...(await resolveState(resolver, row)),
    ...(row.priority !== null && { priority: resolver.mapping.priority(row.priority) }),
    ...(people.assignees.length > 0 && { assignee_ids: people.assignees }),
    ...(label_ids.length > 0 && { label_ids }),
    ...(await resolveCycle(resolver, row, notes)),
    ...(await resolveModules(resolver, row, notes)),
    ...resolveEstimate(resolver, row, notes),
    ...resolveDates(row, notes),
  }
  const details = [...row.details, ...people.details].map(({ name, value }) => detailToHtml(name, value))
  return {
    fields,
    description: text.html + details.join('') + historyOf(resolver, row),
    author: people.author,
    notes,
  }
}

function historyOf({ settings }: RowResolver, { history }: SourceRow): string {
  return settings.leaves_out?.includes('history') ? '' : historyToHtml(history)
}

async function resolveState({ mapping, create }: RowResolver, { state, state_group }: SourceRow) {
  if (state === null) return {}
  const target = mapping.state(state, state_group)
  return { state_id: 'id' in target ? target.id : await create.state(state, target.group) }
}

function resolvePeople({ mapping }: RowResolver, row: SourceRow, notes: ImportNote[]) {
  const assignees: string[] = []
  const details: SourceRow['details'] = []
  for (const name of row.assignees) {
    const id = mapping.person(name)
    if (id !== null && !assignees.includes(id)) assignees.push(id)
    if (id !== null) continue
    details.push({ name: 'Assignee', value: name })
    notes.push({ reason: 'person_unknown', text: name })
  }
  const author = row.author === null ? null : mapping.person(row.author)
  if (row.author !== null && author === null) {
    details.push({ name: 'Author', value: row.author })
    notes.push({ reason: 'author_unknown', text: row.author })
  }
  return { assignees: cut(assignees, 'assignees', notes), author, details }
}

async function resolveLabels({ settings, create }: RowResolver, row: SourceRow, notes: ImportNote[]) {
  if (settings.leaves_out?.includes('labels')) return []
  const ids: string[] = []
  for (const name of row.labels) if (name.trim() !== '') ids.push(await create.label(name))
  return cut([...new Set(ids)], 'labels', notes)
}

async function resolveCycle(
  { ctx, settings, create, closed }: RowResolver,
  { cycle }: SourceRow,
  notes: ImportNote[],
) {
  if (cycle === null || cycle.trim() === '' || settings.leaves_out?.includes('cycle')) return {}
  if (!ctx.project.cycle_view) return noted(notes, 'switched_off', cycle)
  const cycle_id = await create.cycle(cycle)
  return closed.has(cycle_id) ? noted(notes, 'cycle_closed', cycle) : { cycle_id }
}

async function resolveModules(
  { ctx, settings, create, closed }: RowResolver,
  { modules }: SourceRow,
  notes: ImportNote[],
) {
  const names = modules.filter((name) => name.trim() !== '')
  if (names.length === 0 || settings.leaves_out?.includes('modules')) return {}
  if (!ctx.project.module_view) return noted(notes, 'switched_off', names.join(', '))
  const ids: string[] = []
  for (const name of names) {
    const id = await create.module(name)
    if (closed.has(id)) noted(notes, 'module_archived', name)
    else ids.push(id)
  }
  return { module_ids: cut([...new Set(ids)], 'modules', notes) }
}

function resolveEstimate({ settings, values }: RowResolver, { estimate }: SourceRow, notes: ImportNote[]) {
  if (estimate === null || settings.leaves_out?.includes('estimate')) return {}
  const isNumber = /^\d+([.,]\d+)?$/.test(estimate)
  const point = values.points.find(({ name }) =>
    isNumber
      ? Number(name) === Number(estimate.replace(',', '.'))
      : normalName(name) === normalName(estimate),
  )
  return point === undefined ? noted(notes, 'estimate_unknown', estimate) : { estimate_point: point.id }
}

/** Leaves out the start date if it is after the due date, because an item cannot have such dates. */
function resolveDates({ start_date, target_date }: SourceRow, notes: ImportNote[]) {
  if (areDatesOutOfOrder(start_date, target_date) && start_date !== null) {
    notes.push({ reason: 'dates_swapped', text: start_date })
    return { ...(target_date !== null && { target_date }) }
  }
  return { ...(start_date !== null && { start_date }), ...(target_date !== null && { target_date }) }
}

function noted(notes: ImportNote[], reason: ImportNote['reason'], text: string): Record<string, never> {
  notes.push({ reason, text })
  return {}
}

function cut(ids: string[], field: string, notes: ImportNote[]): string[] {
  if (ids.length > maxValuesPerItemField) notes.push({ reason: 'too_many_values', text: field })
  return ids.slice(0, maxValuesPerItemField)
}

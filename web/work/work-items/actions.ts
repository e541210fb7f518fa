import { epicBelow } from '#common/planning/epics/rules.ts'
import { newId } from '#common/platform/ids.ts'
import {
  areCrowded,
  comfortableStep,
  firstPosition,
  positionBetween,
  positionStep,
} from '#common/platform/positions.ts'
import type { StateRow } from '#common/work/states/schema.ts'
import { emptyOf, itemFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentProjectKey, currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { statesAtom } from '../states/atoms.ts'
import { changeWords } from './change-words.ts'
import { showMade } from './made.ts'
import type { KeptSubItem } from './sub-item-draft.ts'

/** What a person can change in place. */
export type WorkItemPatch = Partial<
  Pick<WorkItemRow, keyof typeof itemFields | 'name' | 'parent_id' | 'sort_order'>
>

/** A state that is left out is the project's default one; without a position the item is the last in its column. */
export interface NewWorkItem extends WorkItemPatch {
  project_id: string
  name: string
  /** Whether it is an epic itself. */
  is_epic?: true
  description_html?: string
  /** Made with it, below it. */
  sub_items?: readonly KeptSubItem[]
  /** The draft that it is made of, which ends with it; what is left out is as the draft says. */
  draft_id?: string
}

/** Shows the new item at once, at the end of its column; resolves with its id, or null when it was refused. */
export async function createWorkItem(input: NewWorkItem): Promise<string | null> {
  const { project_id, description_html, draft_id, is_epic, sub_items = [], ...given } = input
  const state = stateFor(input)
  if (state === undefined) return null
  const fields = { ...given, state_id: state.id }
  const id = newId()
  const now = new Date().toISOString()
  const sort_order = input.sort_order ?? lastPosition(state.id)
  const row: WorkItemRow = {
    id,
    workspace_id: state.workspace_id,
    project_id,
    sequence_id: 0,
    ...emptyOf(itemFields),
    subscriber_ids: [],
    mention_ids: [],
    parent_id: null,
    ...fields,
    epic_id: null,
    ...placeBelow(given),
    sort_order,
    state__group: state.group,
    completed_at: state.group === 'completed' ? now : null,
    type_id: null,
    is_epic: is_epic === true,
    sub_issues_count: sub_items.length,
    link_count: 0,
    attachment_count: 0,
    is_draft: false,
    archived_at: null,
    created_at: now,
    updated_at: now,
    created_by: myId(),
    updated_by: myId(),
  }
  const parts = sub_items.map((one, at) => partOf(row, one, at))
  const body = {
    ...{ id, ...fields, sort_order },
    ...(description_html !== undefined && { description_html }),
    // What was taken off a draft is sent as taken off.
    ...((parts.length > 0 || draft_id !== undefined) && {
      sub_items: sub_items.map((one, at) => ({ ...one, id: parts[at]?.id })),
    }),
  }
  const creating: Mutation<'createWorkItem'> = {
    ...(draft_id === undefined ? making(row, parts, body) : makingOf(draft_id, row, parts, body)),
    ...(is_epic && { call: 'createEpic' as 'createWorkItem' }),
    answers: 'work_items',
    // Keys count up as items were made, also where the first is long on its way.
    inTurn: `made in ${project_id}`,
    words: t('workItems.createdNamed', { name: row.name }),
    undo: anyMutation(withParts(deletingItem(row), parts)),
    redo: anyMutation(withParts(restoringItem(row), parts)),
    opens: { entity: 'work_items', id },
  }
  showMade(id)
  const answer = await mutate(creating, (made) => t('workItems.created', { key: keyOf(made) }))
  return answer && id
}

type Making = Pick<Mutation<'createWorkItem'>, 'call' | 'input' | 'changes'>
type Made = NonNullable<Mutation<'createWorkItem'>['input']['body']>

/** A sub-item of one that is being made, in the state that is its own or the project's default one. */
function partOf(whole: WorkItemRow, { name, ...given }: KeptSubItem, at: number): WorkItemRow {
  const state = stateFor({
    project_id: whole.project_id,
    name,
    ...(given.state_id && { state_id: given.state_id }),
  })
  return {
    ...whole,
    ...given,
    id: newId(),
    name: name.trim(),
    state_id: state?.id ?? whole.state_id,
    state__group: state?.group ?? whole.state__group,
    completed_at: state?.group === 'completed' ? whole.created_at : null,
    sort_order: lastPosition(state?.id ?? whole.state_id) + positionStep * (at + 1),
    parent_id: whole.id,
    epic_id: epicBelow(whole),
    is_epic: false,
    sub_issues_count: 0,
  }
}

/** What goes to the trash or comes back takes its parts along. */
function withParts<C extends 'deleteWorkItem' | 'restoreWorkItem'>(
  mutation: Mutation<C>,
  parts: readonly WorkItemRow[],
): Mutation<C> {
  const [own] = mutation.changes
  if (own === undefined) return mutation
  const changes = parts.map((part) => ({
    ...own,
    id: part.id,
    fields: own.op === 'delete' ? {} : { ...part },
  }))
  return { ...mutation, changes: [own, ...changes] }
}

function making(row: WorkItemRow, parts: readonly WorkItemRow[], body: Made): Making {
  return {
    call: 'createWorkItem',
    input: { params: { slug: currentSlug(), project_id: row.project_id }, body },
    changes: [row, ...parts].map((one) => ({
      entity: 'work_items',
      id: one.id,
      op: 'create',
      fields: { ...one },
    })),
  }
}

/** The same of a draft, which is answered by the same row; that is all that whoever sends it goes by. */
function makingOf(draft_id: string, row: WorkItemRow, parts: readonly WorkItemRow[], body: Made): Making {
  const { changes } = making(row, parts, body)
  const publishing: Pick<Mutation<'publishDraft'>, 'call' | 'input' | 'changes'> = {
    call: 'publishDraft',
    input: { params: { slug: currentSlug(), id: draft_id }, body: { ...body, project_id: row.project_id } },
    changes: [...changes, { entity: 'drafts', id: draft_id, op: 'delete', fields: {} }],
  }
  return publishing as unknown as Making
}

function stateFor({ project_id, state_id }: NewWorkItem): StateRow | undefined {
  if (state_id !== undefined) return tables.states.get(state_id)
  const states = store.get(statesAtom(project_id))
  return states.find((state) => state.default) ?? states[0]
}

/** Changes fields of an item at once, and remembers how they were. */
export async function updateWorkItem(id: string, patch: WorkItemPatch, message?: string): Promise<void> {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  const words = message ?? changeWords(keyOf(row), row, patch)
  const undo = anyMutation(patching(row, inverse(row, patch)))
  await mutate({ ...patching(row, patch), words, undo })
}

/** The place in the manual order between two neighbours, either of which may be missing. */
export function positionAmong(before: string | null, after: string | null): number {
  const position = (neighbour: string | null) =>
    neighbour === null ? null : (tables.work_items.get(neighbour)?.sort_order ?? null)
  return positionBetween(position(before), position(after))
}

/**
 * The same where the neighbours may have the same position, as items of different states often do: then the server makes room around the one
 * before, and the place is right behind that. Null when no answer came.
 */
export async function roomAmong(before: string | null, after: string | null): Promise<number | null> {
  const [above, below] = [before, after].map((id) => (id === null ? undefined : tables.work_items.get(id)))
  if (!above || !below || !areCrowded(above.sort_order, below.sort_order)) return positionAmong(before, after)
  try {
    const body = { sort_order: above.sort_order }
    const { sort_order } = await request('updateWorkItem', { params: paramsOf(above), body })
    return sort_order + comfortableStep / 2
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return null
  }
}

/** Changes what a drop stands for. */
export async function moveWorkItem(id: string, patch: WorkItemPatch): Promise<void> {
  if (Object.keys(patch).length > 0) await updateWorkItem(id, patch)
}

export async function deleteWorkItem(id: string): Promise<void> {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  const words = t('workItems.deleted', { key: keyOf(row) })
  await mutate(undoable(deletingItem(row), words, restoringItem(row)))
}

function patching(row: WorkItemRow, patch: WorkItemPatch): Mutation<'updateWorkItem'> {
  return {
    call: 'updateWorkItem',
    input: { params: paramsOf(row), body: patch },
    changes: [
      { entity: 'work_items', id: row.id, op: 'update', fields: { ...patch, ...derived(row, patch) } },
    ],
    answers: 'work_items',
  }
}

export function deletingItem(row: WorkItemRow): Mutation<'deleteWorkItem'> {
  return {
    call: 'deleteWorkItem',
    input: { params: paramsOf(row) },
    changes: [{ entity: 'work_items', id: row.id, op: 'delete', fields: {} }],
  }
}

export function restoringItem(row: WorkItemRow): Mutation<'restoreWorkItem'> {
  return {
    call: 'restoreWorkItem',
    input: { params: paramsOf(row) },
    changes: [{ entity: 'work_items', id: row.id, op: 'create', fields: { ...row } }],
    answers: 'work_items',
  }
}

function paramsOf({ id, project_id }: WorkItemRow) {
  return { slug: currentSlug(), project_id, id }
}

/** What the server will work out from a patch, so that the row is right before it answers. */
export function derived(row: WorkItemRow, patch: WorkItemPatch): Partial<WorkItemRow> {
  const place = patch.epic_id === row.epic_id ? {} : placeBelow(patch)
  const state = patch.state_id === undefined ? undefined : tables.states.get(patch.state_id)
  if (state === undefined) return place
  const completed = state.group === 'completed'
  return {
    ...place,
    state__group: state.group,
    completed_at: completed ? (row.completed_at ?? new Date().toISOString()) : null,
  }
}

/** Who is given an epic becomes a part of it; who becomes a part of something else has the epic of that, as far as it is known here. */
function placeBelow({
  epic_id,
  parent_id,
}: Pick<WorkItemPatch, 'epic_id' | 'parent_id'>): Partial<Pick<WorkItemRow, 'epic_id' | 'parent_id'>> {
  if (parent_id) {
    const parent = tables.work_items.get(parent_id)
    return { epic_id: parent ? epicBelow(parent) : null }
  }
  if (epic_id !== undefined) return { epic_id, parent_id: epic_id }
  return parent_id === null ? { epic_id: null } : {}
}

/** What a patch changes, as it was before. Which epic an item had follows from what it was part of. */
export function inverse(row: WorkItemRow, patch: WorkItemPatch): WorkItemPatch {
  const { epic_id, ...plain } = patch
  const names = Object.keys(epic_id === undefined ? plain : { ...plain, parent_id: null })
  return Object.fromEntries(names.map((name) => [name, row[name as keyof WorkItemPatch]]))
}

function lastPosition(stateId: string): number {
  let last: number | null = null
  for (const row of tables.work_items.values()) {
    if (row.state_id === stateId && (last === null || row.sort_order > last)) last = row.sort_order
  }
  return last === null ? firstPosition : last + positionStep
}

/** The page of an item. */
export function pathOf(row: Pick<WorkItemRow, 'project_id' | 'sequence_id'>): string {
  return `/${currentSlug()}/browse/${keyOf(row)}`
}

/** `ATL-12`, or the project's letters alone while the number is on its way. */
export function keyOf(row: Pick<WorkItemRow, 'project_id' | 'sequence_id'>): string {
  return `${currentProjectKey(row.project_id)}-${row.sequence_id || '…'}`
}

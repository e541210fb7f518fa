import { getEpicIdForSubItems } from '#common/planning/epics/rules.ts'
import { newId } from '#common/platform/ids.ts'
import {
  arePositionsTooClose,
  firstPosition,
  minRespacedDistance,
  positionBetween,
  positionStep,
} from '#common/platform/positions.ts'
import { matchesListing } from '#common/work/listing/listing.ts'
import type { StateRow } from '#common/work/states/schema.ts'
import { emptyFieldValues, itemFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, projectKeyPrefix } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { statesAtom } from '../states/atoms.ts'
import { createDefaultsAtom } from './create.ts'
import { describeChange } from './describe-change.ts'
import { deleteDrafts, patchDrafts } from './drafts.ts'
import { markRecentlyCreated } from './recently-created.ts'
import type { StoredSubItem } from './sub-item-draft.ts'

/** The fields of a work item that can be edited. */
export type WorkItemPatch = Partial<
  Pick<WorkItemRow, keyof typeof itemFields | 'name' | 'parent_id' | 'sort_order'>
>

/**
 * The input for a new item. Without a state, the server uses the default state. Without a position, the item
 * becomes the last of its column.
 */
export interface NewWorkItem extends WorkItemPatch {
  project_id: string
  name: string
  /** If true, an epic is created instead of a work item. */
  is_epic?: true
  description_html?: string
  /** Sub-items that are created together with the item. */
  sub_items?: readonly StoredSubItem[]
  /** The draft that the item is created from. The draft is deleted, and its values are used for missing fields. */
  draft_id?: string
}

/**
 * Creates an item and shows it optimistically at the given position, or otherwise at the end of its column.
 * Resolves with the id of the item, or null if its state is unknown or the server rejected the item.
 */
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
    ...emptyFieldValues(itemFields),
    subscriber_ids: [],
    mention_ids: [],
    parent_id: null,
    ...fields,
    epic_id: null,
    ...hierarchyFields(given),
    sort_order,
    state__group: state.group,
    completed_at: state.group === 'completed' ? now : null,
    type_id: null,
    is_epic: is_epic === true,
    sub_issues_count: sub_items.length,
    link_count: 0,
    attachment_count: 0,
    git_state: null,
    is_draft: false,
    archived_at: null,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  const parts = sub_items.map((one, at) => subItemOf(row, one, at))
  const body = {
    ...{ id, ...fields, sort_order },
    ...(description_html !== undefined && { description_html }),
    // If the item is created from a draft, the sub-items are always sent. Otherwise the server would also
    // create sub-items that the user removed from the draft.
    ...((parts.length > 0 || draft_id !== undefined) && {
      sub_items: sub_items.map((one, at) => ({ ...one, id: parts[at]?.id })),
    }),
  }
  const isHidden = isHiddenByFilters(row)
  const creating: Mutation<'createWorkItem'> = {
    ...(draft_id === undefined
      ? creatingItem(row, parts, body)
      : creatingFromDraft(draft_id, row, parts, body)),
    ...(is_epic && { call: 'createEpic' as 'createWorkItem' }),
    answerTable: 'work_items',
    // Requests with the same key run one after the other. The server therefore numbers new items in the order in
    // which the user created them.
    queueKey: `made in ${project_id}`,
    message: t('workItems.createdNamed', { name: row.name }),
    undo: toAnyMutation(withParts(deleteItemMutation(row), parts)),
    redo: toAnyMutation(withParts(restoreItemMutation(row), parts)),
    createdRow: { entity: 'work_items', id, ...(isHidden && { isHidden: true }) },
  }
  markRecentlyCreated(id)
  const answer = await mutate(creating, (created) =>
    t(isHidden ? 'workItems.createdHidden' : 'workItems.created', { key: formatItemKey(created) }),
  )
  return answer && id
}

/** Returns whether the list on the screen omits a new item because of its filters. Sub-items are shown with their parent. */
function isHiddenByFilters(row: WorkItemRow): boolean {
  const listing = store.get(createDefaultsAtom)?.listing
  if (listing === undefined || row.parent_id !== null) return false
  const { project_id, createsEpics = false } = listing.context
  const isExpected = (project_id ?? row.project_id) === row.project_id && createsEpics === row.is_epic
  return isExpected && !matchesListing(listing, row)
}

type CreateMutation = Pick<Mutation<'createWorkItem'>, 'call' | 'input' | 'changes'>
type CreateBody = NonNullable<Mutation<'createWorkItem'>['input']['body']>

/**
 * Returns the row of a sub-item to create below the new item `whole`. If the sub-item has no `state_id`, its
 * state is the default state of the project.
 */
function subItemOf(whole: WorkItemRow, { name, ...given }: StoredSubItem, at: number): WorkItemRow {
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
    epic_id: getEpicIdForSubItems(whole),
    is_epic: false,
    sub_issues_count: 0,
  }
}

/**
 * Adds the deletion or restoration of the sub-items to the optimistic changes of a request that deletes or
 * restores their parent.
 */
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

function creatingItem(row: WorkItemRow, parts: readonly WorkItemRow[], body: CreateBody): CreateMutation {
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

/** Creates an item from a draft. The call differs from `createWorkItem` but has the same response, which makes the cast safe. */
function creatingFromDraft(
  draft_id: string,
  row: WorkItemRow,
  parts: readonly WorkItemRow[],
  body: CreateBody,
): CreateMutation {
  const { changes } = creatingItem(row, parts, body)
  const publishing: Pick<Mutation<'publishDraft'>, 'call' | 'input' | 'changes'> = {
    call: 'publishDraft',
    input: { params: { slug: currentSlug(), id: draft_id }, body: { ...body, project_id: row.project_id } },
    changes: [...changes, { entity: 'drafts', id: draft_id, op: 'delete', fields: {} }],
  }
  return publishing as unknown as CreateMutation
}

function stateFor({ project_id, state_id }: NewWorkItem): StateRow | undefined {
  if (state_id !== undefined) return tables.states.get(state_id)
  const states = store.get(statesAtom(project_id))
  return states.find((state) => state.default) ?? states[0]
}

/** Changes fields of an item optimistically, with Undo. */
export async function updateWorkItem(id: string, patch: WorkItemPatch, message?: string): Promise<void> {
  await tryUpdateWorkItem(id, patch, message)
}

/** Like `updateWorkItem`, but returns whether the change was accepted. */
export async function tryUpdateWorkItem(
  id: string,
  patch: WorkItemPatch,
  message?: string,
): Promise<boolean> {
  const row = tables.work_items.get(id)
  if (row === undefined) return false
  if (row.is_draft) return patchDrafts([{ id, patch }], () => t('drafts.changed', { count: 1 }))
  const words = message ?? describeChange(formatItemKey(row), row, patch)
  const undo = toAnyMutation(patching(row, inversePatch(row, patch)))
  return (await mutate({ ...patching(row, patch), message: words, undo })) !== null
}

/** Returns the position between two neighbors in the manual order. Either neighbor may be missing. */
export function positionBetweenItems(before: string | null, after: string | null): number {
  const position = (neighbor: string | null) =>
    neighbor === null ? null : (tables.work_items.get(neighbor)?.sort_order ?? null)
  return positionBetween(position(before), position(after))
}

/**
 * Returns a position like `positionBetweenItems`, for neighbors that may have equal positions (common for items
 * of different states). In that case, the server moves the following items to make room after `before`. Returns
 * null if the request failed.
 */
export async function createPositionBetweenItems(
  before: string | null,
  after: string | null,
): Promise<number | null> {
  const [above, below] = [before, after].map((id) => (id === null ? undefined : tables.work_items.get(id)))
  if (!above || !below || !arePositionsTooClose(above.sort_order, below.sort_order))
    return positionBetweenItems(before, after)
  try {
    const body = { sort_order: above.sort_order }
    const { sort_order } = await request('updateWorkItem', { params: paramsOf(above), body })
    return sort_order + minRespacedDistance / 2
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return null
  }
}

/** Applies the changes of a work item that was dropped at another position or in another group. */
export async function moveWorkItem(id: string, patch: WorkItemPatch): Promise<void> {
  if (Object.keys(patch).length > 0) await updateWorkItem(id, patch)
}

export async function deleteWorkItem(id: string): Promise<void> {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  if (row.is_draft) return deleteDrafts([tables.drafts.get(id)].filter((draft) => draft !== undefined))
  const words = t('workItems.deleted', { key: formatItemKey(row) })
  await mutate(undoableMutation(deleteItemMutation(row), words, restoreItemMutation(row)))
}

function patching(row: WorkItemRow, patch: WorkItemPatch): Mutation<'updateWorkItem'> {
  return {
    call: 'updateWorkItem',
    input: { params: paramsOf(row), body: patch },
    changes: [
      {
        entity: 'work_items',
        id: row.id,
        op: 'update',
        fields: { ...patch, ...fieldsDerivedFromPatch(row, patch) },
      },
    ],
    answerTable: 'work_items',
  }
}

export function deleteItemMutation(row: WorkItemRow): Mutation<'deleteWorkItem'> {
  return {
    call: 'deleteWorkItem',
    input: { params: paramsOf(row) },
    changes: [{ entity: 'work_items', id: row.id, op: 'delete', fields: {} }],
  }
}

export function restoreItemMutation(row: WorkItemRow): Mutation<'restoreWorkItem'> {
  return {
    call: 'restoreWorkItem',
    input: { params: paramsOf(row) },
    changes: [{ entity: 'work_items', id: row.id, op: 'create', fields: { ...row } }],
    answerTable: 'work_items',
  }
}

function paramsOf({ id, project_id }: WorkItemRow) {
  return { slug: currentSlug(), project_id, id }
}

/**
 * Returns the fields that the server derives from a patch, so that the row is correct before the server
 * answers.
 */
export function fieldsDerivedFromPatch(row: WorkItemRow, patch: WorkItemPatch): Partial<WorkItemRow> {
  const place = patch.epic_id === row.epic_id ? {} : hierarchyFields(patch)
  const state = patch.state_id === undefined ? undefined : tables.states.get(patch.state_id)
  if (state === undefined) return place
  const completed = state.group === 'completed'
  return {
    ...place,
    state__group: state.group,
    completed_at: completed ? (row.completed_at ?? new Date().toISOString()) : null,
  }
}

/**
 * Returns the epic and the parent that an item will have after a change. Setting a parent gives the item the epic
 * of that parent. Setting an epic makes the epic the parent. Removing the parent also removes the epic.
 */
function hierarchyFields({
  epic_id,
  parent_id,
}: Pick<WorkItemPatch, 'epic_id' | 'parent_id'>): Partial<Pick<WorkItemRow, 'epic_id' | 'parent_id'>> {
  if (parent_id) {
    const parent = tables.work_items.get(parent_id)
    return { epic_id: parent ? getEpicIdForSubItems(parent) : null }
  }
  if (epic_id !== undefined) return { epic_id, parent_id: epic_id }
  return parent_id === null ? { epic_id: null } : {}
}

/**
 * Returns a patch that restores the previous values of the changed fields. The epic is omitted, because the
 * server derives it from the parent.
 */
export function inversePatch(row: WorkItemRow, patch: WorkItemPatch): WorkItemPatch {
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

/** Returns the title of an item. Only the title of a draft can be empty. */
export function getItemTitle({ name }: Pick<WorkItemRow, 'name'>): string {
  return name || t('drafts.untitled')
}

/** Returns the URL of the item page, or of the list of drafts with the opened draft. */
export function getItemPath(
  row: Pick<WorkItemRow, 'project_id' | 'sequence_id'> & Partial<Pick<WorkItemRow, 'id' | 'is_draft'>>,
): string {
  if (row.is_draft) return `/${currentSlug()}/drafts?draft=${row.id}`
  return `/${currentSlug()}/browse/${formatItemKey(row)}`
}

/** Returns the key (`ATL-12`). While the number is unknown, it ends with `…`. */
export function formatItemKey(row: Pick<WorkItemRow, 'project_id' | 'sequence_id'>): string {
  return `${projectKeyPrefix(row.project_id)}-${row.sequence_id || '…'}`
}

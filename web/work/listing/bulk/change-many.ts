import type { CallName } from '#common/calls.ts'
import type { itemFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import type { LocalChange } from '../../../platform/sync/local-rows.ts'
import { type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import { toast } from '../../../platform/ui/toast.ts'
import {
  fieldsDerivedFromPatch,
  inversePatch,
  updateWorkItem,
  type WorkItemPatch,
} from '../../work-items/actions.ts'
import { describeNewValue } from '../../work-items/describe-change.ts'
import { patchDrafts } from '../../work-items/drafts.ts'
import { loadedItemRows, sendInBatches } from './send-many.ts'

/** Fields that one request can set to the same value for many items. */
export type BulkChange = Pick<WorkItemPatch, keyof typeof itemFields>
/** Fields that one request can set to a different value for each item. */
export type IndividualItemPatch = BulkChange & Pick<WorkItemPatch, 'name' | 'parent_id'>
export type RemovedValues = Pick<WorkItemPatch, ListName>

const lists = ['assignee_ids', 'label_ids', 'module_ids'] as const
type ListName = (typeof lists)[number]

/** A function that returns a value for a project, because projects have different states and labels. */
export type ValueByProject<Value> = (project_id: string) => Value

interface Patched {
  row: WorkItemRow
  patch: IndividualItemPatch
}

/**
 * Applies the same change to many items. The given people, labels and modules are added to those that an item
 * already has.
 */
export function updateItems(ids: Iterable<string>, given: ValueByProject<BulkChange>): Promise<void> {
  return change(
    knownRows(ids).map((row) => ({ row, patch: mergedChange(row, given(row.project_id)) })),
    (project_id, patched) => ({
      ...giving(project_id, patched, given(project_id)),
      redo: toAnyMutation(setting(project_id, patched)),
    }),
  )
}

/** Removes people, labels and modules from many items. */
export function removeListValuesFromItems(
  ids: Iterable<string>,
  taken: ValueByProject<RemovedValues>,
): Promise<void> {
  return updateEachItem(ids, (row) => {
    const going = taken(row.project_id)
    return listsOf(going, (name, ids) => row[name].filter((id) => !ids.includes(id)))
  })
}

/** Applies an individual change to each item. List fields such as labels are replaced completely. */
export function updateEachItem(
  ids: Iterable<string>,
  patchOf: (row: WorkItemRow) => IndividualItemPatch,
): Promise<void> {
  return change(
    knownRows(ids).map((row) => ({ row, patch: patchOf(row) })),
    setting,
  )
}

/**
 * Returns the loaded rows with these ids. Shows an error if an item has been deleted since the user selected
 * it.
 */
function knownRows(ids: Iterable<string>): WorkItemRow[] {
  const wanted = [...ids]
  const rows = loadedItemRows(wanted)
  if (rows.length < wanted.length) toast.error(t('failures.workItem'))
  return rows
}

function mergedChange(row: WorkItemRow, given: BulkChange): BulkChange {
  return { ...given, ...listsOf(given, (name, ids) => [...new Set([...row[name], ...ids])]) }
}

/**
 * Returns the new values of the list fields (people, labels, modules) that the change contains. `become`
 * computes each list.
 */
function listsOf(
  named: RemovedValues,
  become: (name: ListName, ids: readonly string[]) => string[],
): RemovedValues {
  return Object.fromEntries(
    lists.flatMap((name) => {
      const ids = named[name]
      return ids === undefined ? [] : [[name, become(name, ids)]]
    }),
  )
}

/**
 * Sends the patches that change something, in batches. A single item is updated with the normal call, because guests
 * may use this call, but not the bulk call, for items that they created.
 */
async function change<C extends CallName>(
  wanted: Patched[],
  mutationOf: (project_id: string, patched: Patched[]) => Mutation<C>,
): Promise<void> {
  const patched = wanted.filter(({ row, patch }) => differs(row, patch))
  const [first] = patched
  if (first === undefined) return
  if (patched.length === 1) return updateWorkItem(first.row.id, first.patch)
  if (first.row.is_draft) {
    const drafts = patched.map(({ row, patch }) => ({ id: row.id, patch }))
    await patchDrafts(drafts, (count) => t('drafts.changed', { count }))
    return
  }
  const to = patched.every(({ patch }) => isSame(patch, first.patch)) ? describeNewValue(first.patch) : null
  const byId = new Map(patched.map((one) => [one.row.id, one]))
  await sendInBatches(
    patched.map(({ row }) => row),
    (project_id, rows) => {
      const batch = rows.flatMap((row) => byId.get(row.id) ?? [])
      const before = batch.map(({ row, patch }) => ({ row, patch: inversePatch(row, patch) }))
      return { ...mutationOf(project_id, batch), undo: toAnyMutation(setting(project_id, before)) }
    },
    (count) => (to === null ? t('bulk.changed', { count }) : t('bulk.changedTo', { count, to })),
  )
}

/** Creates the request that applies the same change to all items. */
function giving(project_id: string, patched: Patched[], properties: BulkChange): Mutation<'changeWorkItems'> {
  return {
    call: 'changeWorkItems',
    input: {
      params: { slug: currentSlug(), project_id },
      body: { issue_ids: patched.map(({ row }) => row.id), properties },
    },
    changes: patched.map(changeOf),
  }
}

/** Creates the request that applies an individual change to each item. */
function setting(project_id: string, patched: Patched[]): Mutation<'setWorkItems'> {
  return {
    call: 'setWorkItems',
    input: {
      params: { slug: currentSlug(), project_id },
      body: { updates: patched.map(({ row, patch }) => ({ ...patch, id: row.id })) },
    },
    changes: patched.map(changeOf),
  }
}

function changeOf({ row, patch }: Patched): LocalChange {
  return {
    entity: 'work_items',
    id: row.id,
    op: 'update',
    fields: { ...patch, ...fieldsDerivedFromPatch(row, patch) },
  }
}

function isSame(one: IndividualItemPatch, other: IndividualItemPatch): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function differs(row: WorkItemRow, patch: IndividualItemPatch): boolean {
  return Object.entries(patch).some(
    ([name, value]) => JSON.stringify(row[name as keyof IndividualItemPatch]) !== JSON.stringify(value),
  )
}

import { canNestLabel } from '#common/work/labels/rules.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { LocalChange } from '../../platform/sync/local-rows.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { newLabelRow } from './actions.ts'
import { labelsAtom } from './atoms.ts'

/* Actions of the label settings. Pickers in lists create labels with `actions.ts`. */

type Fields = Partial<Pick<LabelRow, 'name' | 'color' | 'parent' | 'sort_order'>>

const labels = createRowActions('labels', {
  create: ({ id, project_id, name, color, sort_order }) =>
    createSentCall('createLabel', {
      params: { slug: currentSlug(), project_id },
      body: { id, name, color, sort_order },
    }),
  update: (row, fields: Fields) => createSentCall('updateLabel', { params: paramsOf(row), body: fields }),
  remove: (row) => createSentCall('deleteLabel', { params: paramsOf(row) }),
  restore: (row) => createSentCall('restoreLabel', { params: paramsOf(row) }),
  answersRow: false,
})

export async function addLabel(project: Project, name: string): Promise<void> {
  await mutate(labels.create(newLabelRow(project, name), t('labels.created', { name })))
}

export async function changeLabel(row: LabelRow, fields: Fields, words?: string): Promise<void> {
  await mutate(labels.update(row, fields, words ?? t('labels.changed', { name: fields.name ?? row.name })))
}

export const labelReordering = createReordering({
  find: (id) => tables.labels.get(id),
  listOf: ({ project_id, parent }: LabelRow) => labelsWithParent(project_id, parent),
  withinOf: ({ parent }) => ({ parent }),
  positionOf: ({ sort_order }) => sort_order,
  nameOf: ({ name }) => name,
  messageOf: ({ name }) => t('labels.moved', { name }),
  placing: (row, sort_order, within, words) =>
    toAnyMutation(labels.update(row, { sort_order, ...within }, words)),
})

/** Moves a label below a new parent, after the other children of the parent. */
export async function nestLabel(row: LabelRow, parent: string): Promise<void> {
  const { id, project_id } = row
  if (row.parent !== parent)
    await labelReordering.place(id, labelsWithParent(project_id, parent).length, { parent })
}

export function canNestLabelBelow(moved: LabelRow | undefined, parent: LabelRow | undefined): boolean {
  if (moved === undefined || parent === undefined) return false
  return canNestLabel(
    { ...moved, has_children: labelsWithParent(moved.project_id, moved.id).length > 0 },
    parent,
  )
}

/** Moves a nested label to the top level, directly after its former parent. */
export async function unnestLabel({ id, parent }: LabelRow): Promise<void> {
  if (parent !== null) await labelReordering.moveBeside(id, parent, 'after')
}

/** Replaces a label by another one on all items and pages. Undo restores the replaced label. */
export async function mergeLabel(row: LabelRow, into: LabelRow): Promise<void> {
  const below = labelsWithParent(row.project_id, row.id)
  const takesPlace = into.parent === row.id
  await mutate({
    call: 'mergeLabel',
    input: { params: paramsOf(row), body: { into: into.id } },
    changes: [
      ...relabelled(row, (ids) => [...new Set(ids.map((one) => (one === row.id ? into.id : one)))]),
      ...below.map((one) =>
        update('labels', one.id, {
          parent: one.id === into.id ? null : takesPlace ? into.id : (into.parent ?? into.id),
        }),
      ),
      { entity: 'labels', id: row.id, op: 'delete', fields: {} },
    ],
    message: t('labels.merged', { name: row.name, into: into.name }),
    undo: toAnyMutation(labels.restoring(row)),
  })
}

/**
 * Removes the label from all items and pages, and moves its child labels to the top level. Undo reverts all
 * these changes.
 */
export async function deleteLabel(row: LabelRow): Promise<void> {
  await mutate(
    undoableMutation(deleting(row), t('labels.deleted', { name: row.name }), labels.restoring(row)),
  )
}

/** Returns how many items and pages have each label, including those that are not loaded. Throws `RequestError`. */
export const countLabelItems = (project_id: string) =>
  request('countLabelItems', { params: { slug: currentSlug(), project_id } })

/** Returns the labels below a parent in their order, or the top-level labels if `parent` is null. */
export function labelsWithParent(projectId: string, parent: string | null): LabelRow[] {
  return store.get(labelsAtom(projectId)).filter((row) => row.parent === parent)
}

function deleting(row: LabelRow): Mutation<'deleteLabel'> {
  const removal = labels.removing(row)
  return {
    ...removal,
    changes: [
      ...relabelled(row, (ids) => ids.filter((one) => one !== row.id)),
      ...labelsWithParent(row.project_id, row.id).map(({ id }) => update('labels', id, { parent: null })),
      ...removal.changes,
    ],
  }
}

/**
 * Returns the local changes for all loaded items and pages that have the label. `then` receives the label
 * ids of an item or page and returns the new ones.
 */
function relabelled({ id }: LabelRow, then: (labelIds: string[]) => string[]): LocalChange[] {
  return (['work_items', 'pages'] as const).flatMap((entity) =>
    [...tables[entity].values()]
      .filter(({ label_ids }) => label_ids.includes(id))
      .map((row) => update(entity, row.id, { label_ids: then(row.label_ids) })),
  )
}

function update(entity: LocalChange['entity'], id: string, fields: LocalChange['fields']): LocalChange {
  return { entity, id, op: 'update', fields }
}

function paramsOf({ id, project_id }: LabelRow) {
  return { slug: currentSlug(), project_id, label_id: id }
}

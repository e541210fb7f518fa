import { type EstimateType, parseEstimateValue } from '#common/planning/estimates/rules.ts'
import type { EstimatePointRow, EstimateRow } from '#common/planning/estimates/schema.ts'
import { type EstimateTemplate, estimateTemplates } from '#common/planning/estimates/templates.ts'
import { newId } from '#common/platform/ids.ts'
import { parseTypedMinutes } from '../../locales/durations.ts'
import { t } from '../../locales/i18n.ts'
import { projectRowActions } from '../../organization/projects/edit.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { LocalChange } from '../../platform/sync/local-rows.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { announce } from '../../platform/ui/announce.ts'
import { reloadListings } from '../../work/listing/listings.ts'
import { estimatesAtom, estimateValuesAtom, estimateValueText } from '../../work/work-items/estimates.ts'

export interface NewEstimate {
  row: EstimateRow
  points: EstimatePointRow[]
}

/** Builds an estimate from a template without sending it, so that the old values can be mapped to its values first. */
export function newEstimateFromTemplate(project: Project, template: EstimateTemplate): NewEstimate {
  const { type, values } = estimateTemplates[template]
  const now = new Date().toISOString()
  const own = {
    workspace_id: project.workspace_id,
    project_id: project.id,
    description: '',
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  const id = newId()
  const name = freeName(project.id, t(`estimates.templates.${template}`))
  return {
    row: { ...own, id, name, type, last_used: false },
    points: values.map((value, at) => ({ ...own, id: newId(), estimate_id: id, key: at + 1, value })),
  }
}

/** Returns a free name. Names are unique within a project, so a number is appended if needed. */
function freeName(projectId: string, name: string): string {
  const taken = new Set(store.get(estimatesAtom(projectId)).map((estimate) => estimate.name))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`
  return free
}

/** Creates the first estimate of a project and turns it on. */
export async function createFirstEstimate(project: Project, { row, points }: NewEstimate): Promise<void> {
  await mutate(
    undoableMutation(
      createMutation({ row: { ...row, last_used: true }, points }),
      t('estimates.begun', { name: row.name }),
      projectMutation(project, null),
      projectMutation(project, row.id),
    ),
  )
}

/**
 * Switches to an existing or new estimate. Each old value is replaced or removed. Undo restores the old values if nobody has
 * estimated items since then.
 */
export async function switchProjectEstimate(
  project: Project,
  to: { row: EstimateRow; created: NewEstimate | null },
  mapping: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { row, created } = to
  const before = store.get(estimatesAtom(project.id)).find((one) => one.last_used)
  const values = Object.entries(mapping).map(([estimate_point_id, new_estimate_point_id]) => ({
    estimate_point_id,
    new_estimate_point_id,
  }))
  const changes = [...projectMutation(project, row.id).changes, ...itemChanges(mapping)]
  const switching: Mutation<'switchEstimate'> = {
    call: 'switchEstimate',
    input: { params: paramsOf(row), body: { values } },
    changes: [...activeChanges(before, row), ...changes],
  }
  const message = t('estimates.switched', { name: row.name })
  const undo = before && before.id !== row.id && toAnyMutation(undoSwitch(project, before, row, mapping))
  const more = { message, ...(undo && { undo, redo: toAnyMutation(switching) }) }
  if (created === null) await mutate({ ...switching, ...more })
  else {
    const {
      input,
      changes: creation,
      ...create
    } = createMutation({
      ...created,
      row: { ...created.row, last_used: true },
    })
    await mutate({
      ...create,
      input: { ...input, body: { ...input.body, values } },
      changes: [...activeChanges(before, null), ...creation, ...changes],
      ...more,
    })
  }
  reloadListings()
}

/**
 * Returns the local changes that mark the estimate `row` as the one in use, and the estimate `before` as no longer in
 * use.
 */
function activeChanges(before: EstimateRow | undefined, row: EstimateRow | null): LocalChange[] {
  return [
    ...(before && before.id !== row?.id ? [update('estimates', before.id, { last_used: false })] : []),
    ...(row ? [update('estimates', row.id, { last_used: true })] : []),
  ]
}

/**
 * Creates the mutation that undoes the switch to another estimate. Its optimistic changes affect only loaded
 * items that still have the replacement value.
 */
function undoSwitch(
  project: Project,
  before: EstimateRow,
  from: EstimateRow,
  mapping: Readonly<Record<string, string | null>>,
): Mutation<'switchEstimate'> {
  const items = [...tables.work_items.values()].flatMap(({ id, estimate_point }) =>
    estimate_point !== null && estimate_point in mapping ? update('work_items', id, { estimate_point }) : [],
  )
  return {
    call: 'switchEstimate',
    input: { params: paramsOf(before), body: { back: true } },
    changes: [...activeChanges(from, before), ...projectMutation(project, before.id).changes, ...items],
  }
}

/** Turns estimates on or off. Turning them off keeps the values of the items. */
export async function setProjectEstimate(project: Project, id: string | null): Promise<void> {
  await mutate(
    projectRowActions.update(project, { estimate: id }, t(id === null ? 'estimates.off' : 'estimates.on')),
  )
}

const estimates = createRowActions('estimates', {
  update: (row, estimate: { name: string }) =>
    createSentCall('updateEstimate', { params: paramsOf(row), body: { estimate } }),
  remove: (row) => createSentCall('deleteEstimate', { params: paramsOf(row) }),
  answersRow: false,
})

export async function renameEstimate(row: EstimateRow, name: string): Promise<void> {
  await mutate(estimates.update(row, { name }, t('estimates.renamed', { name })))
}

/** Deletes an unused estimate. Estimates in use cannot be deleted, so no item loses its value. */
export async function deleteEstimate(row: EstimateRow): Promise<void> {
  await mutate({ ...estimates.removing(row), message: t('estimates.deleted', { name: row.name }) })
}

/**
 * Returns the actions for the values of an estimate. Changes of the same estimate are sent one after the
 * other, because each change renumbers the other values.
 */
const pointsOf = (estimate_id: string) =>
  createRowActions('estimate_points', {
    create: ({ id, key, value, project_id }) =>
      createSentCall('createEstimatePoint', {
        params: { slug: currentSlug(), project_id, estimate_id },
        body: { id, key, value },
      }),
    update: (row, body: { value: string }) =>
      createSentCall('updateEstimatePoint', { params: pointParams(row), body }),
    restore: (row) => createSentCall('restoreEstimatePoint', { params: pointParams(row) }),
    answersRow: false,
    queueKey: estimate_id,
  })

export async function addEstimateValue(estimate: EstimateRow, typed: string): Promise<void> {
  const now = new Date().toISOString()
  const row: EstimatePointRow = {
    id: newId(),
    workspace_id: estimate.workspace_id,
    project_id: estimate.project_id,
    estimate_id: estimate.id,
    key: store.get(estimateValuesAtom(estimate.id)).length + 1,
    value: storedValue(estimate.type, typed),
    description: '',
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  const points = pointsOf(estimate.id)
  const words = t('estimates.valueAdded', { value: estimateValueText(row) })
  await mutate(
    undoableMutation(points.creating(row), words, deleteMutation(row, null), points.restoring(row)),
  )
}

export async function renameEstimateValue(
  estimate: EstimateRow,
  row: EstimatePointRow,
  typed: string,
): Promise<void> {
  const value = storedValue(estimate.type, typed)
  if (value === row.value) return
  const words = t('estimates.valueChanged', {
    from: estimateValueText(row),
    to: estimateValueText({ ...row, value }),
  })
  await mutate(pointsOf(estimate.id).update(row, { value }, words))
  // Lists that were loaded while the request was in flight may still contain sums of the old estimate value.
  reloadListings()
}

/** Moves a value to the position `key`. Positions start at 1. */
async function movePoint(row: EstimatePointRow, key: number): Promise<void> {
  const points = store.get(estimateValuesAtom(row.estimate_id))
  if (key === row.key || key < 1 || key > points.length) return
  const others = points.filter(({ id }) => id !== row.id)
  const before = new Map(points.map((point) => [point.id, point.key]))
  const placing = (wanted: number): Mutation<'updateEstimatePoint'> => ({
    call: 'updateEstimatePoint',
    input: { params: pointParams(row), body: { key: wanted } },
    changes: others
      .toSpliced(wanted - 1, 0, row)
      .flatMap(({ id }, at) =>
        wanted === row.key || before.get(id) !== at + 1 ? update('estimate_points', id, { key: at + 1 }) : [],
      ),
    queueKey: row.estimate_id,
  })
  announce(t('ui.nowAt', { name: estimateValueText(row), at: key, of: points.length }))
  await mutate(
    undoableMutation(
      placing(key),
      t('estimates.valueMoved', { value: estimateValueText(row) }),
      placing(row.key),
    ),
  )
}

/**
 * Moves values for `SortableList`. Values have consecutive numbers, so one call renumbers all values that
 * move.
 */
export const estimateValueReordering = {
  async step(id: string, by: 1 | -1): Promise<void> {
    const row = tables.estimate_points.get(id)
    if (row) await movePoint(row, row.key + by)
  },
  async moveBeside(id: string, near: string, edge: 'before' | 'after'): Promise<void> {
    const [row, other] = [tables.estimate_points.get(id), tables.estimate_points.get(near)]
    if (row === undefined || other === undefined) return
    const after = other.key + (edge === 'after' ? 1 : 0)
    // When a value moves down, the values after it shift up by one position, so the target position is one
    // lower.
    await movePoint(row, row.key < after ? after - 1 : after)
  },
}

/**
 * Deletes an estimate value. The items with this value get the value `mapping`, or no value if `mapping` is
 * null. Undo restores the deleted value and the items.
 */
export async function deleteEstimateValue(row: EstimatePointRow, mapping: string | null): Promise<void> {
  await mutate(
    undoableMutation(
      deleteMutation(row, mapping),
      t('estimates.valueDeleted', { value: estimateValueText(row) }),
      pointsOf(row.estimate_id).restoring(row),
    ),
  )
  reloadListings()
}

function deleteMutation(
  row: EstimatePointRow,
  new_estimate_id: string | null,
): Mutation<'deleteEstimatePoint'> {
  return {
    call: 'deleteEstimatePoint',
    input: { params: pointParams(row), body: { new_estimate_id } },
    changes: [
      ...itemChanges({ [row.id]: new_estimate_id }),
      { entity: 'estimate_points', id: row.id, op: 'delete', fields: {} },
    ],
    queueKey: row.estimate_id,
  }
}

function createMutation({ row, points }: NewEstimate): Mutation<'createEstimate'> {
  const { id, name, type, last_used, project_id } = row
  return {
    call: 'createEstimate',
    input: {
      params: { slug: currentSlug(), project_id },
      body: {
        id,
        estimate: { name, type, last_used },
        estimate_points: points.map((point) => ({ id: point.id, key: point.key, value: point.value })),
      },
    },
    changes: [
      { entity: 'estimates', id, op: 'create', fields: { ...row } },
      ...points.map((point): LocalChange => {
        return { entity: 'estimate_points', id: point.id, op: 'create', fields: { ...point } }
      }),
      ...(last_used ? [update('projects', project_id, { estimate: id })] : []),
    ],
  }
}

function projectMutation(project: Project, estimate: string | null) {
  return projectRowActions.patching(project, { estimate })
}

/** Returns the local changes of loaded items. Changes of other items arrive over the change feed. */
function itemChanges(mapping: Readonly<Record<string, string | null>>): LocalChange[] {
  return [...tables.work_items.values()].flatMap(({ id, estimate_point }) => {
    const to = estimate_point === null ? undefined : mapping[estimate_point]
    return to === undefined ? [] : update('work_items', id, { estimate_point: to })
  })
}

function update(entity: LocalChange['entity'], id: string, fields: LocalChange['fields']): LocalChange {
  return { entity, id, op: 'update', fields }
}

function storedValue(type: EstimateType, typed: string): string {
  return parseEstimateValue(type, typed, parseTypedMinutes) ?? typed.trim()
}

function paramsOf({ id, project_id }: EstimateRow) {
  return { slug: currentSlug(), project_id, estimate_id: id }
}

function pointParams({ id, project_id, estimate_id }: EstimatePointRow) {
  return { slug: currentSlug(), project_id, estimate_id, estimate_point_id: id }
}

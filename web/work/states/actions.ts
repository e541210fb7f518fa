import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import type { StateGroup, StateRow } from '#common/work/states/schema.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { LocalChange } from '../../platform/sync/local-rows.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall, fieldsBeforePatch } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { statesAtom } from './atoms.ts'

type Fields = Partial<Pick<StateRow, 'name' | 'description' | 'color' | 'group' | 'sequence'>>

const states = createRowActions('states', {
  create: ({ id, project_id, name, color, sequence, group }) =>
    createSentCall('createState', {
      params: { slug: currentSlug(), project_id },
      body: { id, name, color, sequence, ...(group !== 'triage' && { group }) },
    }),
  update: (row, { group, ...plain }: Fields) =>
    createSentCall('updateState', {
      params: paramsOf(row),
      body: { ...plain, ...(group !== undefined && group !== 'triage' && { group }) },
    }),
  restore: (row) => createSentCall('restoreState', { params: paramsOf(row) }),
  answersRow: false,
})

export async function addState(
  project: Project,
  group: StateGroup,
  name: string,
  color: string,
): Promise<void> {
  const row: StateRow = {
    id: newId(),
    workspace_id: project.workspace_id,
    project_id: project.id,
    name,
    description: '',
    color,
    group,
    default: false,
    sequence: 0,
  }
  row.sequence = positionBetween(statesBeside(row).at(-1)?.sequence ?? null, null)
  const words = t('states.created', { name })
  await mutate(undoableMutation(states.creating(row), words, deleting(row, null), states.restoring(row)))
}

export async function changeState(row: StateRow, fields: Fields): Promise<void> {
  await mutate(changing(row, fields, t('states.changed', { name: fields.name ?? row.name })))
}

/** The state groups that users can edit. States of the triage group belong to intake. */
export const editableStateGroups: readonly StateGroup[] = stateGroups.filter((group) => group !== 'triage')

const order = createReordering({
  find: (id) => tables.states.get(id),
  listOf: statesBeside,
  withinOf: ({ group }) => ({ group }),
  positionOf: ({ sequence }) => sequence,
  nameOf: ({ name }) => name,
  messageOf: ({ name, group }, to) =>
    t(to.group === undefined ? 'states.moved' : 'states.movedTo', {
      name,
      group: t(`states.groups.${to.group ?? group}`),
    }),
  placing: (row, sequence, to, words) => toAnyMutation(changing(row, { sequence, ...to }, words)),
})

export const stateReordering = {
  ...order,
  /** Moves a state by one position. A state at the end of its group moves into the adjacent group. */
  async step(id: string, by: 1 | -1): Promise<void> {
    const row = tables.states.get(id)
    if (row === undefined) return
    const beside = statesBeside(row)
    if (beside.at(by === 1 ? -1 : 0)?.id !== id) return order.step(id, by)
    const group = editableStateGroups[editableStateGroups.indexOf(row.group) + by]
    if (group !== undefined)
      await order.place(id, by === 1 ? 0 : statesBeside({ ...row, group }).length, { group })
  },
  /**
   * Moves a state beside the state `near`. If the state was dropped on the header of a group, `near` is that
   * group.
   */
  async moveBeside(id: string, near: string, edge: 'before' | 'after'): Promise<void> {
    const group = editableStateGroups.find((one) => one === near)
    await (group === undefined ? order.moveBeside(id, near, edge) : order.place(id, 0, { group }))
  },
}

/** Makes a state the default state of the project. Undo restores the previous default. */
export async function setDefaultState(row: StateRow): Promise<void> {
  const before = store.get(statesAtom(row.project_id)).find((one) => one.default)
  const marking = (wanted: StateRow, other: StateRow | undefined): Mutation<'markDefaultState'> => ({
    call: 'markDefaultState',
    input: { params: paramsOf(wanted) },
    changes: [
      ...(other ? [update('states', other.id, { default: false })] : []),
      update('states', wanted.id, { default: true }),
    ],
  })
  await mutate({
    ...marking(row, before),
    message: t('states.isDefaultNow', { name: row.name }),
    ...(before && { undo: toAnyMutation(marking(before, row)) }),
  })
}

/** Deletes a state and moves its items to another state. Undo restores the state and moves the items back. */
export async function deleteState(row: StateRow, to: StateRow): Promise<void> {
  await mutate(
    undoableMutation(deleting(row, to), t('states.deleted', { name: row.name }), states.restoring(row)),
  )
}

/** Returns how many items are in each state, including items that are not loaded. Throws `RequestError`. */
export const countStateItems = (project_id: string) =>
  request('countStateItems', { params: { slug: currentSlug(), project_id } })

function changing(row: StateRow, fields: Fields, words?: string): Mutation<'updateState'> {
  return undoableMutation(setting(row, fields), words, setting(row, fieldsBeforePatch(row, fields)))
}

function setting(row: StateRow, fields: Fields): Mutation<'updateState'> {
  const step = states.patching(row, fields)
  const { group } = fields
  const items =
    group === undefined ? [] : itemsIn(row).map((id) => update('work_items', id, { state__group: group }))
  return { ...step, changes: [...step.changes, ...items] }
}

function deleting(row: StateRow, to: StateRow | null): Mutation<'deleteState'> {
  const items =
    to === null
      ? []
      : itemsIn(row).map((id) => update('work_items', id, { state_id: to.id, state__group: to.group }))
  return {
    call: 'deleteState',
    input: { params: paramsOf(row), body: { new_state_id: to?.id ?? null } },
    changes: [...items, { entity: 'states', id: row.id, op: 'delete', fields: {} }],
    queueKey: row.id,
  }
}

/** Returns the states of the same group, in their order. */
function statesBeside({ project_id, group }: StateRow): StateRow[] {
  return store.get(statesAtom(project_id)).filter((one) => one.group === group)
}

function itemsIn({ id }: StateRow): string[] {
  return [...tables.work_items.values()].filter((item) => item.state_id === id).map((item) => item.id)
}

function update(entity: LocalChange['entity'], id: string, fields: LocalChange['fields']): LocalChange {
  return { entity, id, op: 'update', fields }
}

function paramsOf({ id, project_id }: StateRow) {
  return { slug: currentSlug(), project_id, state_id: id }
}

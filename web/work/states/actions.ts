import { newId } from '#common/platform/ids.ts'
import { insertAt } from '#common/platform/positions.ts'
import type { StateGroup, StateRow } from '#common/work/states/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, request, store, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { LocalChange } from '../../platform/sync/apply-change.ts'
import { anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { before, rowActions, sending } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { statesAtom } from './atoms.ts'

type Fields = Partial<Pick<StateRow, 'name' | 'description' | 'color' | 'group' | 'sequence'>>

const states = rowActions('states', {
  create: ({ id, project_id, name, color, sequence, group }) =>
    sending('createState', {
      params: { slug: currentSlug(), project_id },
      body: { id, name, color, sequence, ...(group !== 'triage' && { group }) },
    }),
  update: (row, { group, ...plain }: Fields) =>
    sending('updateState', {
      params: paramsOf(row),
      body: { ...plain, ...(group !== undefined && group !== 'triage' && { group }) },
    }),
  restore: (row) => sending('restoreState', { params: paramsOf(row) }),
  answers: false,
})

export async function addState(
  project: Project,
  group: StateGroup,
  name: string,
  color: string,
): Promise<void> {
  const rows = store.get(statesAtom(project.id))
  const row: StateRow = {
    id: newId(),
    workspace_id: project.workspace_id,
    project_id: project.id,
    name,
    description: '',
    color,
    group,
    default: false,
    sequence: insertAt(sequencesOf(rows, group), sequencesOf(rows, group).length).position,
  }
  const words = t('states.created', { name })
  await mutate(undoable(states.creating(row), words, deleting(row, null), states.restoring(row)))
}

/** Undo puts it back. */
export async function changeState(row: StateRow, fields: Fields, words?: string): Promise<void> {
  await mutate(
    undoable(
      setting(row, fields),
      words ?? t('states.changed', { name: fields.name ?? row.name }),
      setting(row, before(row, fields)),
    ),
  )
}

/** Before the one that is at `at` among the others of a group, which may be another than its own. */
export async function placeState(row: StateRow, group: StateGroup, at: number): Promise<void> {
  const others = store
    .get(statesAtom(row.project_id))
    .filter((one) => one.group === group && one.id !== row.id)
  const { position, moved } = insertAt(
    others.map((one) => one.sequence),
    at,
  )
  if (group === row.group && position === row.sequence) return
  for (const [index, sequence] of moved) {
    const other = others[index]
    if (other) await mutate(setting(other, { sequence }))
  }
  await changeState(
    row,
    { sequence: position, ...(group !== row.group && { group }) },
    t(group === row.group ? 'states.moved' : 'states.movedTo', {
      name: row.name,
      group: t(`states.groups.${group}`),
    }),
  )
}

/** One step in the order of all: at the end of a group it goes into the next one. */
export async function stepState(row: StateRow, by: 1 | -1, groups: readonly StateGroup[]): Promise<void> {
  const within = store.get(statesAtom(row.project_id)).filter((one) => one.group === row.group)
  const at = within.findIndex((one) => one.id === row.id) + by
  if (at >= 0 && at < within.length) return placeState(row, row.group, at)
  const next = groups[groups.indexOf(row.group) + by]
  if (next === undefined) return
  const there = store.get(statesAtom(row.project_id)).filter((one) => one.group === next)
  await placeState(row, next, by === 1 ? 0 : there.length)
}

/** The one before is it no longer; Undo makes it the default again. */
export async function makeDefault(row: StateRow): Promise<void> {
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
    words: t('states.isDefaultNow', { name: row.name }),
    ...(before && { undo: anyMutation(marking(before, row)) }),
  })
}

/** Its items go to another one; Undo brings it back to them. */
export async function deleteState(row: StateRow, to: StateRow): Promise<void> {
  await mutate(undoable(deleting(row, to), t('states.deleted', { name: row.name }), states.restoring(row)))
}

/** How many items are in each state, those too that are not on this device. Throws `RequestError`. */
export const countStateItems = (project_id: string) =>
  request('countStateItems', { params: { slug: currentSlug(), project_id } })

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
    inTurn: row.id,
  }
}

function itemsIn({ id }: StateRow): string[] {
  return [...tables.work_items.values()].filter((item) => item.state_id === id).map((item) => item.id)
}

function sequencesOf(rows: readonly StateRow[], group: StateGroup): number[] {
  return rows.filter((row) => row.group === group).map((row) => row.sequence)
}

function update(entity: LocalChange['entity'], id: string, fields: LocalChange['fields']): LocalChange {
  return { entity, id, op: 'update', fields }
}

function paramsOf({ id, project_id }: StateRow) {
  return { slug: currentSlug(), project_id, state_id: id }
}

import { atom } from 'jotai'
import { cycleMoments } from '#common/planning/cycles/moments.ts'
import { cycleDays } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { clockIn } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { placeRow } from '../../platform/app/place-row.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { rowActions, sending } from '../../platform/sync/row-actions.ts'
import { holdKeys } from '../../platform/ui/early-keys.ts'
import { draftsAtom } from '../../work/plans/cycles.ts'

export interface CycleDialog {
  project_id: string
  /** Null for one that is being made. */
  id: string | null
}

/** The dialog in which a cycle is written, null while it is closed. */
export const cycleDialogAtom = atom<CycleDialog | null>(null)

export function openCycleForm(dialog: CycleDialog): void {
  holdKeys()
  store.set(cycleDialogAtom, dialog)
}

/** What is written in a cycle: its days in the time zone of its project. */
export interface CycleFields {
  name: string
  description: string
  first: string | null
  last: string | null
}

const cycles = rowActions('cycles', {
  create: (row) =>
    sending('createCycle', {
      params: { slug: currentSlug(), project_id: row.project_id },
      body: { id: row.id, ...sent(fieldsOf(row)) },
    }),
  update: (row, patch: Pick<CycleRow, 'sort_order'>) =>
    sending('updateCycle', { params: paramsOf(row), body: patch }),
  remove: (row) => sending('deleteCycle', { params: paramsOf(row) }),
  restore: (row) => sending('restoreCycle', { params: paramsOf(row) }),
})

export async function createCycle(project_id: string, fields: CycleFields): Promise<void> {
  const id = newId()
  const now = new Date().toISOString()
  const row: CycleRow = {
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id,
    name: fields.name,
    description: fields.description,
    ...datesOf(project_id, fields),
    owned_by_id: myId(),
    logo_props: {},
    sort_order: firstPosition,
    progress_snapshot: null,
    archived_at: null,
    created_at: now,
    updated_at: now,
    created_by: myId(),
    updated_by: myId(),
  }
  const words = t('cycles.created', { name: row.name })
  await mutate({ ...cycles.create(row, words), opens: { entity: 'cycles', id } })
}

export async function editCycle(row: CycleRow, fields: CycleFields): Promise<void> {
  await mutate(
    undoable(
      patching(row, fieldsOf(row), fields),
      t('cycles.changed', { name: fields.name }),
      patching(row, fields, fieldsOf(row)),
    ),
  )
}

/** Today stays its last day, since the work of today counts. */
export async function endCycle(row: CycleRow): Promise<void> {
  const { last } = fieldsOf(row)
  await mutate({
    ...ending(row),
    words: t('cycles.ended', { name: row.name }),
    undo: last === null ? undefined : anyMutation(lasting(row, last)),
  })
}

/** Takes items again, and counts them, until the end of the day. */
export async function reopenCycle(row: CycleRow, last: string): Promise<void> {
  const before = fieldsOf(row).last
  const { today } = clockIn(timezoneOf(row.project_id))
  await mutate(
    undoable(
      lasting(row, last),
      t('cycles.reopened', { name: row.name }),
      before === null || before >= today ? ending(row) : lasting(row, before),
    ),
  )
}

/** Moves the end of a completed cycle to another day in the past. Undo cannot restore an end within today: that day as the last one reopens the cycle. */
export async function correctLastDay(row: CycleRow, last: string): Promise<void> {
  const before = fieldsOf(row).last
  const { today } = clockIn(timezoneOf(row.project_id))
  await mutate({
    ...lasting(row, last, row),
    words: t('cycles.changed', { name: row.name }),
    undo: before === null || before >= today ? undefined : anyMutation(lasting(row, before, row)),
  })
}

/** A draft before or after its neighbour; cycles with days are in the order of these. */
export async function moveDraft(row: CycleRow, by: 1 | -1): Promise<void> {
  const at = store.get(draftsAtom(row.project_id)).findIndex(({ id }) => id === row.id)
  await placeDraft(row, at + by)
}

/** A draft that was dropped at an edge of another one. */
export async function dropDraft(id: string, beside: CycleRow, edge: 'top' | 'bottom'): Promise<void> {
  const row = tables.cycles.get(id)
  if (row === undefined) return
  const others = store.get(draftsAtom(row.project_id)).filter((each) => each.id !== id)
  const at = others.findIndex((each) => each.id === beside.id)
  if (at >= 0) await placeDraft(row, at + (edge === 'bottom' ? 1 : 0))
}

/** Among the other drafts. */
async function placeDraft(row: CycleRow, at: number): Promise<void> {
  const others = store.get(draftsAtom(row.project_id)).filter(({ id }) => id !== row.id)
  if (at < 0 || at > others.length) return
  const words = t('cycles.moved', { name: row.name })
  const moving = (one: CycleRow, sort_order: number) => anyMutation(cycles.update(one, { sort_order }, words))
  await placeRow({
    others,
    at,
    positionOf: ({ sort_order }) => sort_order,
    move: moving,
    place: (position) => moving(row, position),
    words,
  })
}

/** Its items stay, in no cycle; Undo puts them back that are in none by then. */
export async function deleteCycle(row: CycleRow): Promise<void> {
  await mutate(cycles.remove(row, t('cycles.deleted', { name: row.name })))
}

export async function setCycleArchived(row: CycleRow, isArchived: boolean): Promise<void> {
  const setting = (wanted: boolean): Mutation<'archiveCycle' | 'unarchiveCycle'> => ({
    call: wanted ? 'archiveCycle' : 'unarchiveCycle',
    input: { params: paramsOf(row) },
    changes: [
      {
        entity: 'cycles',
        id: row.id,
        op: 'update',
        fields: { archived_at: wanted ? (row.archived_at ?? new Date().toISOString()) : null },
      },
    ],
  })
  await mutate(
    undoable(
      setting(isArchived),
      t(isArchived ? 'cycles.archived' : 'cycles.unarchived', { name: row.name }),
      setting(!isArchived),
    ),
  )
}

/** An item that is in no cycle; it need not be on this device. */
export async function addToCycle(row: CycleRow, id: string): Promise<void> {
  await mutate(undoable(adding(row, id), t('cycles.added', { name: row.name }), taking(row, id)))
}

export async function takeFromCycle(row: CycleRow, id: string): Promise<void> {
  await mutate(undoable(taking(row, id), t('cycles.taken', { name: row.name }), adding(row, id)))
}

/** What is not done goes to another cycle; the figures of this one stay. It cannot be taken back: they are frozen by it. */
export async function transferItems(row: CycleRow, to: CycleRow): Promise<void> {
  const left = ['backlog', 'unstarted', 'started']
  const going = [...tables.work_items.values()].filter(
    ({ cycle_id, state__group }) => cycle_id === row.id && left.includes(state__group),
  )
  await mutate({
    call: 'transferCycleItems',
    input: { params: paramsOf(row), body: { new_cycle_id: to.id } },
    changes: going.map(({ id }) => ({ entity: 'work_items', id, op: 'update', fields: { cycle_id: to.id } })),
    words: t('cycles.transferred', { name: row.name, to: to.name }),
  })
}

/** As they are written in the form. */
export function fieldsOf(row: CycleRow): CycleFields {
  const days = cycleDays(row, timezoneOf(row.project_id))
  return {
    name: row.name,
    description: row.description,
    first: days?.first ?? null,
    last: days?.last ?? null,
  }
}

export function timezoneOf(projectId: string): string {
  return tables.projects.get(projectId)?.timezone ?? 'UTC'
}

function sent({ name, description, first, last }: CycleFields) {
  return { name, description, start_date: first, end_date: last }
}

/** The moments that the server will store for these days. */
function datesOf(projectId: string, { first, last }: CycleFields): Pick<CycleRow, 'start_date' | 'end_date'> {
  if (first === null || last === null) return { start_date: null, end_date: null }
  const { start_date, end_date } = cycleMoments({ first, last }, timezoneOf(projectId))
  return { start_date: start_date.toISOString(), end_date: end_date.toISOString() }
}

function ending(row: CycleRow): Mutation<'endCycle'> {
  // One millisecond ago, so that it is completed by now.
  const end_date = new Date(Date.now() - 1).toISOString()
  return {
    call: 'endCycle',
    input: { params: paramsOf(row) },
    changes: [{ entity: 'cycles', id: row.id, op: 'update', fields: { end_date } }],
    answers: 'cycles',
    inTurn: row.id,
  }
}

/** With another last day; a reopened cycle has no snapshot of its figures. */
function lasting(
  row: CycleRow,
  last: string,
  { progress_snapshot }: Pick<CycleRow, 'progress_snapshot'> = { progress_snapshot: null },
): Mutation<'updateCycle'> {
  const { end_date } = datesOf(row.project_id, { ...fieldsOf(row), last })
  return {
    call: 'updateCycle',
    input: { params: paramsOf(row), body: { end_date: last } },
    changes: [{ entity: 'cycles', id: row.id, op: 'update', fields: { end_date, progress_snapshot } }],
    answers: 'cycles',
    inTurn: row.id,
  }
}

function adding(row: CycleRow, id: string): Mutation<'addToCycle'> {
  return {
    call: 'addToCycle',
    input: { params: paramsOf(row), body: { issues: [id] } },
    changes: planned(id, row.id),
  }
}

function taking(row: CycleRow, id: string): Mutation<'removeFromCycle'> {
  return {
    call: 'removeFromCycle',
    input: { params: { ...paramsOf(row), issue_id: id } },
    changes: planned(id, null),
  }
}

function planned(id: string, cycle_id: string | null) {
  const isHere = tables.work_items.get(id) !== undefined
  return isHere ? [{ entity: 'work_items', id, op: 'update', fields: { cycle_id } } as const] : []
}

function patching(row: CycleRow, before: CycleFields, fields: CycleFields): Mutation<'updateCycle'> {
  const areDaysNew = before.first !== fields.first || before.last !== fields.last
  const { start_date, end_date, ...words } = sent(fields)
  return {
    call: 'updateCycle',
    // Days that stay are not sent: the start of a cycle that runs is a moment, which another writing would move.
    input: { params: paramsOf(row), body: { ...words, ...(areDaysNew && { start_date, end_date }) } },
    changes: [
      {
        entity: 'cycles',
        id: row.id,
        op: 'update',
        fields: { ...words, ...(areDaysNew && datesOf(row.project_id, fields)) },
      },
    ],
    answers: 'cycles',
    inTurn: row.id,
  }
}

function paramsOf({ id, project_id }: CycleRow) {
  return { slug: currentSlug(), project_id, cycle_id: id }
}

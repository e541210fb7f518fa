import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { computeCycleTimestamps } from '#common/planning/cycles/timestamps.ts'
import { createClock, localDay } from '#common/platform/clock.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { createCycleOrModuleActions, newCycleOrModuleRow } from '../cycles-and-modules/actions.ts'
import type { CycleOrModuleDefinition } from '../cycles-and-modules/definition.ts'
import { useCycleRights } from './rights.ts'

/** The fields of the cycle form. Days are in the time zone of the project. */
export interface CycleFields {
  name: string
  description: string
  first: string | null
  last: string | null
}

type Patch = Partial<
  Pick<CycleRow, 'name' | 'description' | 'start_date' | 'end_date' | 'sort_order' | 'progress_snapshot'>
>

const cycles = createRowActions('cycles', {
  create: ({ id, project_id, name, description, start_date, end_date }) =>
    createSentCall('createCycle', {
      params: { slug: currentSlug(), project_id },
      body: { id, name, ...bodyOf(project_id, { description, start_date, end_date }) },
    }),
  update: (row, patch: Patch) =>
    createSentCall('updateCycle', { params: paramsOf(row), body: bodyOf(row.project_id, patch) }),
  remove: (row) => createSentCall('deleteCycle', { params: paramsOf(row) }),
  restore: (row) => createSentCall('restoreCycle', { params: paramsOf(row) }),
})

export function newCycleRow(project_id: string, fields: CycleFields): CycleRow {
  return {
    ...newCycleOrModuleRow(project_id),
    name: fields.name,
    description: fields.description,
    ...datesOf(project_id, fields),
    owned_by_id: getMyId(),
    progress_snapshot: null,
  }
}

export async function createCycle(row: CycleRow): Promise<void> {
  const words = t('cycles.created', { name: row.name })
  await mutate({ ...cycles.create(row, words), createdRow: { entity: 'cycles', id: row.id } })
}

/**
 * Changes a cycle. If the change completes the cycle, its unfinished items move to the cycle `to`. If `to` is null,
 * they are removed from their cycle. If `to` is undefined, they stay in it. Undo reopens the cycle, and the server then
 * moves the items back.
 */
export async function editCycle(row: CycleRow, fields: CycleFields, to?: CycleRow | null): Promise<void> {
  const { first, last } = cycleFieldsOf(row)
  const { name, description } = fields
  // Unchanged days are not sent. A running cycle can have started at any time of its first day, and sending this
  // day would change the start to the beginning of the day.
  const areDaysNew = first !== fields.first || last !== fields.last
  const patch = { name, description, ...(areDaysNew && datesOf(row.project_id, fields)) }
  const { input, changes, ...mutation } = cycles.update(row, patch, t('cycles.changed', { name }))
  const moved = to !== undefined && { new_cycle_id: to?.id ?? null }
  await mutate({
    ...mutation,
    input: { ...input, body: { ...input.body, ...moved } },
    changes: [...changes, ...(to === undefined ? [] : unfinishedItemChanges(row, to))],
  })
}

/**
 * Completes a running cycle now. Today remains its last day, so work done today still counts. The unfinished
 * items move to the cycle `to`, or to no cycle if `to` is null. They stay if `to` is undefined.
 */
export async function endCycle(row: CycleRow, to?: CycleRow | null): Promise<void> {
  const { last } = cycleFieldsOf(row)
  await mutate({
    ...endMutation(row, to),
    message: t('cycles.ended', { name: row.name }),
    undo: last === null ? undefined : toAnyMutation(lastDayMutation(row, last)),
  })
}

/** Starts an upcoming cycle or a draft today. `last` is its new last day. */
export async function startCycle(row: CycleRow, last: string): Promise<void> {
  const { today } = createClock(timezoneOfProject(row.project_id))
  const dates = datesOf(row.project_id, { ...cycleFieldsOf(row), first: today, last })
  await mutate(cycles.update(row, dates, t('cycles.started', { name: row.name })))
}

/** Reopens a completed cycle, which then accepts and counts items until the end of the day `last`. */
export async function reopenCycle(row: CycleRow, last: string): Promise<void> {
  const before = cycleFieldsOf(row).last
  const { today } = createClock(timezoneOfProject(row.project_id))
  await mutate(
    undoableMutation(
      lastDayMutation(row, last),
      t('cycles.reopened', { name: row.name }),
      before === null || before >= today ? endMutation(row) : lastDayMutation(row, before),
    ),
  )
}

/**
 * Moves the end of a completed cycle to another day in the past. There is no Undo if the cycle ended today,
 * because setting today as the last day would reopen the cycle.
 */
export async function correctLastDay(row: CycleRow, last: string): Promise<void> {
  const before = cycleFieldsOf(row).last
  const { today } = createClock(timezoneOfProject(row.project_id))
  await mutate({
    ...lastDayMutation(row, last, row.progress_snapshot),
    message: t('cycles.changed', { name: row.name }),
    undo:
      before === null || before >= today
        ? undefined
        : toAnyMutation(lastDayMutation(row, before, row.progress_snapshot)),
  })
}

export const cycleDefinition: CycleOrModuleDefinition<CycleRow> = {
  table: 'cycles',
  kind: 'cycle',
  useRights: useCycleRights,
  // Deletes a cycle. The items stay in the project. Undo adds the items to the restored cycle again, except items
  // that have been added to another cycle since then.
  remove: (row) => mutate(cycles.remove(row, t('cycles.deleted', { name: row.name }))),
  ...createCycleOrModuleActions<CycleRow, 'archiveCycle' | 'unarchiveCycle', 'addToCycle', 'removeFromCycle'>(
    'cycles',
    {
      archive: (row, isArchived) =>
        createSentCall(isArchived ? 'archiveCycle' : 'unarchiveCycle', { params: paramsOf(row) }),
      reorder: (row, sort_order, words) => toAnyMutation(cycles.update(row, { sort_order }, words)),
      add: (row, id) => createSentCall('addToCycle', { params: paramsOf(row), body: { issues: [id] } }),
      take: (row, id) => createSentCall('removeFromCycle', { params: { ...paramsOf(row), issue_id: id } }),
      changedFields: (_, row, isIn) => ({ cycle_id: isIn ? row.id : null }),
    },
  ),
}

/**
 * Moves unfinished items of a completed cycle to another cycle, or to no cycle. There is no Undo because a
 * completed cycle accepts no items.
 */
export async function moveUnfinishedItems(row: CycleRow, to: CycleRow | null): Promise<void> {
  await mutate({
    call: 'transferCycleItems',
    input: { params: paramsOf(row), body: { new_cycle_id: to?.id ?? null } },
    changes: unfinishedItemChanges(row, to),
    message:
      to === null
        ? t('cycles.itemsRemoved', { name: row.name })
        : t('cycles.transferred', { name: row.name, to: to.name }),
  })
}

/** Converts a cycle to the fields of the cycle form. */
export function cycleFieldsOf(row: CycleRow): CycleFields {
  const days = cycleDayRange(row, timezoneOfProject(row.project_id))
  return {
    name: row.name,
    description: row.description,
    first: days?.first ?? null,
    last: days?.last ?? null,
  }
}

export function timezoneOfProject(projectId: string): string {
  return tables.projects.get(projectId)?.timezone ?? 'UTC'
}

/**
 * Builds the request body of a patch. The API expects dates without a time, but the row contains timestamps. The
 * progress snapshot is left out, because only the server writes it.
 */
function bodyOf(projectId: string, { progress_snapshot: _, start_date, end_date, ...words }: Patch) {
  const dayOf = (date: string | null) => date && localDay(Date.parse(date), timezoneOfProject(projectId))
  return {
    ...words,
    ...(start_date !== undefined && { start_date: dayOf(start_date) }),
    ...(end_date !== undefined && { end_date: dayOf(end_date) }),
  }
}

/** Computes the timestamps that the server will store for the first and last day of a cycle. */
function datesOf(projectId: string, { first, last }: CycleFields): Pick<CycleRow, 'start_date' | 'end_date'> {
  if (first === null || last === null) return { start_date: null, end_date: null }
  const { start_date, end_date } = computeCycleTimestamps({ first, last }, timezoneOfProject(projectId))
  return { start_date: start_date.toISOString(), end_date: end_date.toISOString() }
}

/** Returns the local changes that move the loaded unfinished items of a cycle. */
function unfinishedItemChanges(row: CycleRow, to: CycleRow | null) {
  const open = ['backlog', 'unstarted', 'started']
  return [...tables.work_items.values()]
    .filter(({ cycle_id, state__group }) => cycle_id === row.id && open.includes(state__group))
    .map(({ id }) => ({
      entity: 'work_items' as const,
      id,
      op: 'update' as const,
      fields: { cycle_id: to?.id ?? null },
    }))
}

function endMutation(row: CycleRow, to?: CycleRow | null): Mutation<'endCycle'> {
  // The end is one millisecond in the past, so that the cycle already counts as completed.
  const end_date = new Date(Date.now() - 1).toISOString()
  return {
    call: 'endCycle',
    input: { params: paramsOf(row), body: to === undefined ? {} : { new_cycle_id: to?.id ?? null } },
    changes: [
      { entity: 'cycles', id: row.id, op: 'update', fields: { end_date } },
      ...(to === undefined ? [] : unfinishedItemChanges(row, to)),
    ],
    answerTable: 'cycles',
    queueKey: row.id,
  }
}

/**
 * Changes the last day of a cycle. By default also removes the progress snapshot, because a reopened cycle has none.
 */
function lastDayMutation(
  row: CycleRow,
  last: string,
  progress_snapshot: CycleRow['progress_snapshot'] = null,
) {
  const { end_date } = datesOf(row.project_id, { ...cycleFieldsOf(row), last })
  return cycles.patching(row, { end_date, progress_snapshot })
}

function paramsOf({ id, project_id }: CycleRow) {
  return { slug: currentSlug(), project_id, cycle_id: id }
}

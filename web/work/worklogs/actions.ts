import { localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { elapsedTimerMinutes, maxLoggedMinutes } from '#common/work/worklogs/rules.ts'
import type { TimerRow, WorklogRow } from '#common/work/worklogs/schema.ts'
import { formatDuration } from '../../locales/durations.ts'
import { t } from '../../locales/i18n.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { mutate, replaceRows, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { formatItemKey } from '../work-items/actions.ts'
import { timerAtom } from './atoms.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** Loads the time logs of an item. Afterwards the change feed keeps them up to date. Throws `RequestError`. */
export async function loadWorklogs({ id, project_id }: Item): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listWorklogs', { params: { slug, project_id, id } })
  if (currentSlug() === slug) replaceRows('worklogs', answer, version, ({ issue_id }) => issue_id === id)
}

/** Loads the time logs of a person in a week, with their items. Throws `RequestError`. */
export async function loadTimesheet(user: string, week: { first: string; last: string }): Promise<void> {
  const slug = currentSlug()
  const query = { user, week: week.first }
  const { answer, version } = await requestWithVersion('getTimesheet', { params: { slug }, query })
  if (currentSlug() !== slug) return
  applyLoadedRows(answer.issues, version)
  replaceRows(
    'worklogs',
    answer.worklogs,
    version,
    ({ logged_by, date }) => logged_by === user && date >= week.first && date <= week.last,
  )
}

/** Loads the item of the running timer. */
export async function loadRunningTimerItem(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('getTimer', { params: { slug } })
  if (currentSlug() === slug && answer.issue !== null) applyLoadedRows([answer.issue], version)
}

/** The editable fields of a time log. */
export type WorklogFields = Pick<WorklogRow, 'duration' | 'date' | 'description'>

const worklogs = createRowActions('worklogs', {
  create: (row) => {
    const { id, duration, date, description } = row
    return createSentCall('createWorklog', {
      params: itemParams(row),
      body: { id, duration, date, description },
    })
  },
  update: (row, fields: Partial<WorklogFields>) =>
    createSentCall('updateWorklog', { params: paramsOf(row), body: fields }),
  remove: (row) => createSentCall('deleteWorklog', { params: paramsOf(row) }),
  restore: (row) => createSentCall('restoreWorklog', { params: paramsOf(row) }),
})

export async function logTime(item: WorkItemRow, fields: WorklogFields): Promise<void> {
  const row = rowOf(item, newId(), fields)
  await mutate(worklogs.create(row, t('time.logged', named(row))))
}

export async function editWorklog(row: WorklogRow, fields: Partial<WorklogFields>): Promise<void> {
  await mutate(worklogs.update(row, fields, t('time.changed', named({ ...row, ...fields }))))
}

export async function deleteWorklog(row: WorklogRow): Promise<void> {
  await mutate(worklogs.remove(row, t('time.deleted', named(row))))
}

/**
 * Starts a timer on an item. If a timer runs on another item, the server stops that timer and logs its time.
 */
export async function startTimer(item: WorkItemRow): Promise<void> {
  const running = store.get(timerAtom)
  if (running?.issue_id === item.id) return
  const row: TimerRow = {
    id: newId(),
    workspace_id: item.workspace_id,
    project_id: item.project_id,
    issue_id: item.id,
    user_id: getMyId(),
    started_at: new Date().toISOString(),
  }
  const start = starting(row)
  const changes = [...(running === null ? [] : [removal(running)]), ...start.changes]
  await mutate(
    undoableMutation({ ...start, changes }, t('time.started', { key: formatItemKey(item) }), discarding(row)),
  )
}

export async function stopTimer(timer: TimerRow): Promise<void> {
  const id = newId()
  const timezone = tables.projects.get(timer.project_id)?.timezone ?? 'UTC'
  const row = rowOf({ ...timer, id: timer.issue_id }, id, {
    duration: elapsedTimerMinutes(timer.started_at, Date.now()),
    date: localDay(Date.parse(timer.started_at), timezone),
    description: '',
  })
  const again = starting(timer, id)
  await mutate({
    ...stopping(timer, id),
    changes: [removal(timer), { entity: 'worklogs', id, op: 'create', fields: { ...row } }],
    message: t('time.logged', named(row)),
    undo: toAnyMutation({
      ...again,
      changes: [{ entity: 'worklogs', id, op: 'delete', fields: {} }, ...again.changes],
    }),
    redo: toAnyMutation({ ...stopping(timer), changes: [removal(timer)] }),
  })
}

export async function discardTimer(timer: TimerRow): Promise<void> {
  const words = t('time.discarded', { key: itemKeyById(timer.issue_id) })
  await mutate(undoableMutation(discarding(timer), words, starting(timer)))
}

function rowOf(item: Item & { workspace_id: string }, id: string, fields: WorklogFields): WorklogRow {
  const now = new Date().toISOString()
  return {
    ...fields,
    id,
    workspace_id: store.get(workspaceAtom).id ?? item.workspace_id,
    project_id: item.project_id,
    issue_id: item.id,
    logged_by: getMyId(),
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
}

function named({ issue_id, duration }: Pick<WorklogRow, 'issue_id' | 'duration'>) {
  return { key: itemKeyById(issue_id), time: formatDuration(duration) }
}

export function itemKeyById(id: string): string {
  const item = tables.work_items.get(id)
  return item === undefined ? '' : formatItemKey(item)
}

/**
 * Returns the request that starts a timer. A log has a maximum duration, so a start time that is further in
 * the past is moved forward.
 */
function starting(row: TimerRow, resumes?: string): Mutation<'startTimer'> {
  const earliest = Date.now() - maxLoggedMinutes * 60_000
  const started_at = new Date(Math.max(Date.parse(row.started_at), earliest)).toISOString()
  const body = { id: row.id, started_at, switch: true, ...(resumes !== undefined && { resumes }) }
  return {
    call: 'startTimer',
    input: { params: itemParams(row), body },
    changes: [{ entity: 'timers', id: row.id, op: 'create', fields: { ...row, started_at } }],
    answerTable: 'timers',
    queueKey: 'timer',
  }
}

function stopping(timer: TimerRow, id?: string): Omit<Mutation<'stopTimer'>, 'changes'> {
  return {
    call: 'stopTimer',
    input: { params: itemParams(timer), body: { ...(id !== undefined && { id }) } },
    answerTable: 'worklogs',
    queueKey: 'timer',
  }
}

function discarding(timer: TimerRow): Mutation<'discardTimer'> {
  return {
    call: 'discardTimer',
    input: { params: { slug: currentSlug() } },
    changes: [removal(timer)],
    queueKey: 'timer',
  }
}

function removal({ id }: TimerRow) {
  return { entity: 'timers', id, op: 'delete', fields: {} } as const
}

function itemParams({ issue_id, project_id }: Pick<WorklogRow, 'issue_id' | 'project_id'>) {
  return { slug: currentSlug(), project_id, id: issue_id }
}

function paramsOf(row: WorklogRow) {
  return { ...itemParams(row), worklog_id: row.id }
}

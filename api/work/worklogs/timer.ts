import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import type { worklogCalls } from '#common/work/worklogs/calls.ts'
import { canLogTime, elapsedTimerMinutes, maxLoggedMinutes } from '#common/work/worklogs/rules.ts'
import {
  type RunningTimer,
  type TimerRow,
  timerRow,
  type WorklogRow,
  worklogRow,
} from '#common/work/worklogs/schema.ts'
import { findProject } from '../../access/access.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { loadVisibleItems } from '../work-items/visible-items.ts'
import { addWorklog, dayInProjectTimezone, runWithLockedItem } from './commands.ts'
import { type Timer, TimerEntity, WorklogEntity } from './entity.ts'

type Calls = typeof worklogCalls

/**
 * Starts a timer. A user has one timer per workspace. The lock of the membership makes concurrent starts run
 * one after the other.
 */
export async function startTimer(
  ctx: ProjectContext,
  issueId: string,
  input: BodyOf<Calls['startTimer']>,
): Promise<TimerRow> {
  const started_at = input.started_at === undefined ? new Date() : new Date(input.started_at)
  assertValidStart(started_at)
  await lockOwnMembership(ctx)
  await runInCurrentProjectOfItem(ctx, issueId, (itemCtx) => loadWorkItem(itemCtx, issueId))
  const running = await findTimer(ctx)
  if (running !== null && running.issue_id !== issueId) {
    if (!input.switch) throw new AppError('conflict', 'A timer is running on another work item')
    await logRunning(ctx, running)
  }
  return runWithLockedItem(ctx, issueId, async (itemCtx, item) => {
    requirePermission(canLogTime(projectActor(itemCtx), item))
    if (running?.issue_id === issueId) return presentRow(timerRow, running)
    if (input.resumes !== undefined) await deleteResumed(itemCtx, item, input.resumes)
    const timer = itemCtx.em.create(TimerEntity, {
      id: input.id ?? newId(),
      workspace_id: itemCtx.workspace.id,
      project_id: item.project_id,
      issue_id: item.id,
      user_id: itemCtx.user.id,
      started_at,
    })
    await itemCtx.em.flush()
    return presentRow(timerRow, timer)
  })
}

export async function stopTimer(
  ctx: ProjectContext,
  issueId: string,
  input: BodyOf<Calls['stopTimer']>,
): Promise<WorklogRow> {
  await lockOwnMembership(ctx)
  return runWithLockedItem(ctx, issueId, async (itemCtx, item) => {
    requirePermission(canLogTime(projectActor(itemCtx), item))
    const timer = await findTimer(itemCtx)
    if (timer?.issue_id !== issueId) throw notFound('No timer is running on this work item')
    return logAndStop(itemCtx, item, timer, input)
  })
}

/** Deletes the worklog that the timer resumes, so that its time is not logged twice. */
async function deleteResumed({ em, user }: ProjectContext, item: ItemRow, id: string): Promise<void> {
  const log = await em.findOne(WorklogEntity, {
    id,
    issue_id: item.id,
    logged_by: user.id,
    deleted_at: null,
  })
  if (log === null) throw notFound('Worklog not found')
  em.assign(log, { deleted_at: new Date(), updated_by: user.id })
}

/** Discards the running timer, if there is one. */
export async function discardTimer(ctx: WorkspaceContext): Promise<undefined> {
  await lockOwnMembership(ctx)
  const timer = await findTimer(ctx)
  if (timer === null) return
  ctx.em.remove(timer)
  await ctx.em.flush()
}

export async function getTimer(ctx: WorkspaceContext): Promise<RunningTimer> {
  const { em, user, workspace } = ctx
  const timer = await query(em)
    .selectFrom('timers')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (timer === undefined) return { timer: null, issue: null }
  const [issue] = await loadVisibleItems(ctx, [timer.issue_id])
  return {
    timer: presentRow(timerRow, timer),
    issue: issue === undefined ? null : presentRow(workItemRow, issue),
  }
}

async function logRunning(ctx: ProjectContext, timer: Timer): Promise<void> {
  const { em, user, workspace } = ctx
  const access = await findProject(em, user.id, workspace, timer.project_id)
  if (access === null) throw new AppError('conflict', cannotBeLogged)
  await runWithLockedItem({ ...ctx, ...access }, timer.issue_id, async (itemCtx, item) => {
    requirePermission(canLogTime(projectActor(itemCtx), item))
    await logAndStop(itemCtx, item, timer, {})
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('conflict', cannotBeLogged) : error
  })
}

const cannotBeLogged = 'The time of the running timer can’t be logged. Discard the timer first.'

async function logAndStop(
  ctx: ProjectContext,
  item: ItemRow,
  timer: Timer,
  { id, duration, description }: BodyOf<Calls['stopTimer']>,
): Promise<WorklogRow> {
  const log = await addWorklog(ctx, item, {
    id,
    date: await dayInProjectTimezone(ctx, timer.started_at),
    duration: duration ?? elapsedTimerMinutes(timer.started_at, Date.now()),
    description,
  })
  ctx.em.remove(timer)
  await ctx.em.flush()
  return presentRow(worklogRow, log)
}

/**
 * Finds the caller's timer. The caller has locked the membership, so no other request starts or stops the
 * timer. The item must be locked before the timer's row is written.
 */
function findTimer({ em, user, workspace }: WorkspaceContext): Promise<Timer | null> {
  return em.findOne(TimerEntity, { workspace_id: workspace.id, user_id: user.id }, { refresh: true })
}

/** Milliseconds by which the clocks of client and server may differ. */
const clockTolerance = 60_000

function assertValidStart(startedAt: Date): void {
  const ago = Date.now() - startedAt.getTime()
  if (ago < -clockTolerance || ago > maxLoggedMinutes * 60_000 + clockTolerance)
    throw invalid('started_at', 'The start of a timer must be within the last 24 hours.')
}

import { LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/platform/call.ts'
import { localDay } from '#common/platform/clock.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { worklogCalls } from '#common/work/worklogs/calls.ts'
import {
  canChangeWorklog,
  canLogTime,
  canSeeWorklogs,
  worklogDayProblem,
  worklogsLimit,
} from '#common/work/worklogs/rules.ts'
import { type WorklogRow, worklogRow } from '#common/work/worklogs/schema.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assertProjectWritable } from '../../access/guard.ts'
import { loadProjectTimezone } from '../../organization/projects/timezone.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { type Worklog, WorklogEntity } from './entity.ts'

type Calls = typeof worklogCalls

export function createWorklog(
  ctx: ProjectContext,
  issueId: string,
  input: BodyOf<Calls['createWorklog']>,
): Promise<WorklogRow> {
  return runWithLockedItem(ctx, issueId, async (itemCtx, item) => {
    requirePermission(canLogTime(projectActor(itemCtx), item))
    const date = input.date ?? (await dayInProjectTimezone(itemCtx, new Date()))
    return presentRow(worklogRow, await addWorklog(itemCtx, item, { ...input, date }))
  })
}

interface Worked {
  id?: string | undefined
  date: string
  duration: number
  description?: string | undefined
}

/** Creates a worklog. The caller has locked the item and checked permissions. */
export async function addWorklog(ctx: ProjectContext, item: ItemRow, worked: Worked): Promise<Worklog> {
  const { em, user, workspace } = ctx
  assertLoggableDay(worked.date)
  await assertBelowWorklogsLimit(ctx, item.id)
  const log = em.create(WorklogEntity, {
    id: worked.id ?? newId(),
    workspace_id: workspace.id,
    project_id: item.project_id,
    issue_id: item.id,
    logged_by: user.id,
    date: worked.date,
    duration: worked.duration,
    description: worked.description ?? '',
    created_by: user.id,
    updated_by: user.id,
    deleted_at: null,
  })
  await em.flush()
  return log
}

export function updateWorklog(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  { duration, date, description }: BodyOf<Calls['updateWorklog']>,
): Promise<WorklogRow> {
  if (date !== undefined) assertLoggableDay(date)
  return withWorklog(ctx, issueId, id, async (itemCtx, log) => {
    itemCtx.em.assign(log, {
      ...(duration !== undefined && { duration }),
      ...(date !== undefined && { date }),
      ...(description !== undefined && { description }),
      updated_by: itemCtx.user.id,
    })
    await itemCtx.em.flush()
    return presentRow(worklogRow, log)
  })
}

export async function deleteWorklog(ctx: ProjectContext, issueId: string, id: string): Promise<undefined> {
  await withWorklog(ctx, issueId, id, async (itemCtx, log) => {
    itemCtx.em.assign(log, { deleted_at: new Date(), updated_by: itemCtx.user.id })
    await itemCtx.em.flush()
  })
}

/** Restores a deleted worklog. A worklog that is not deleted does not change. */
export function restoreWorklog(ctx: ProjectContext, issueId: string, id: string): Promise<WorklogRow> {
  const trashed = true
  return withWorklog(
    ctx,
    issueId,
    id,
    async (itemCtx, log) => {
      if (log.deleted_at !== null) {
        await assertBelowWorklogsLimit(itemCtx, issueId)
        itemCtx.em.assign(log, { deleted_at: null, updated_by: itemCtx.user.id })
        await itemCtx.em.flush()
      }
      return presentRow(worklogRow, log)
    },
    { trashed },
  )
}

/** Returns the date of the moment in the time zone of the item's project. */
export async function dayInProjectTimezone(ctx: ProjectContext, moment: Date): Promise<string> {
  return localDay(moment.getTime(), await loadProjectTimezone(ctx))
}

/** Locks the item and runs `work`, so that the item and its worklogs stay in the project until the commit. */
export function runWithLockedItem<Result>(
  ctx: ProjectContext,
  issueId: string,
  work: (itemCtx: ProjectContext, item: ItemRow) => Promise<Result>,
): Promise<Result> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    const [item] = await lockItems(itemCtx, [issueId])
    if (item === undefined) throw notFound('Issue not found')
    assertProjectWritable(itemCtx.project, 'worklogs')
    return work(itemCtx, item)
  })
}

/** Runs `work` with a worklog. For guests, worklogs of other users are treated as not found. */
function withWorklog<Result>(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  change: (itemCtx: ProjectContext, log: Worklog) => Promise<Result>,
  { trashed = false } = {},
): Promise<Result> {
  return runWithLockedItem(ctx, issueId, async (itemCtx, item) => {
    const log = await itemCtx.em.findOne(
      WorklogEntity,
      { id, issue_id: item.id, ...(!trashed && { deleted_at: null }) },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    const actor = projectActor(itemCtx)
    if (log === null || (!canSeeWorklogs(actor) && log.logged_by !== actor.user_id))
      throw notFound('Worklog not found')
    requirePermission(canChangeWorklog(actor, log, item))
    return change(itemCtx, log)
  })
}

function assertLoggableDay(date: string): void {
  const problem = worklogDayProblem(date, Date.now())
  if (problem !== null) throw invalid('date', refusals[problem])
}

const refusals = {
  to_come: 'You can’t log time on a future date.',
  too_early: 'You can’t log time on a date before 1970.',
}

async function assertBelowWorklogsLimit({ em }: ProjectContext, issueId: string): Promise<void> {
  if ((await em.count(WorklogEntity, { issue_id: issueId, deleted_at: null })) >= worklogsLimit)
    throw new AppError('invalid', `A work item can have at most ${worklogsLimit} time entries.`)
}

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
import { actorOf, allow } from '../../access/actor.ts'
import { refuseWrite } from '../../access/guard.ts'
import { timezoneOf } from '../../organization/projects/timezone.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { present } from '../../platform/db/present.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { whereItIs } from '../work-items/moved-on.ts'
import { type Worklog, WorklogEntity } from './entity.ts'

type Calls = typeof worklogCalls

export function createWorklog(
  ctx: ProjectContext,
  issueId: string,
  input: BodyOf<Calls['createWorklog']>,
): Promise<WorklogRow> {
  return onItem(ctx, issueId, async (there, item) => {
    allow(canLogTime(actorOf(there), item))
    const date = input.date ?? (await dayThere(there, new Date()))
    return present(worklogRow, await addWorklog(there, item, { ...input, date }))
  })
}

interface Worked {
  id?: string | undefined
  date: string
  duration: number
  description?: string | undefined
}

/** The item is locked, and whoever logs may. */
export async function addWorklog(ctx: ProjectContext, item: ItemRow, worked: Worked): Promise<Worklog> {
  const { em, user, workspace } = ctx
  refuseDay(worked.date)
  await refuseFull(ctx, item.id)
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
  if (date !== undefined) refuseDay(date)
  return withWorklog(ctx, issueId, id, async (there, log) => {
    there.em.assign(log, {
      ...(duration !== undefined && { duration }),
      ...(date !== undefined && { date }),
      ...(description !== undefined && { description }),
      updated_by: there.user.id,
    })
    await there.em.flush()
    return present(worklogRow, log)
  })
}

export async function deleteWorklog(ctx: ProjectContext, issueId: string, id: string): Promise<undefined> {
  await withWorklog(ctx, issueId, id, async (there, log) => {
    there.em.assign(log, { deleted_at: new Date(), updated_by: there.user.id })
    await there.em.flush()
  })
}

/** Restoring one that is not deleted changes nothing. */
export function restoreWorklog(ctx: ProjectContext, issueId: string, id: string): Promise<WorklogRow> {
  const trashed = true
  return withWorklog(
    ctx,
    issueId,
    id,
    async (there, log) => {
      if (log.deleted_at !== null) {
        await refuseFull(there, issueId)
        there.em.assign(log, { deleted_at: null, updated_by: there.user.id })
        await there.em.flush()
      }
      return present(worklogRow, log)
    },
    { trashed },
  )
}

/** Of the project of the item, at this moment. */
export async function dayThere(ctx: ProjectContext, moment: Date): Promise<string> {
  return localDay(moment.getTime(), await timezoneOf(ctx))
}

/** The item stays where it is until the commit, with all that is logged on it. */
export function onItem<Result>(
  ctx: ProjectContext,
  issueId: string,
  work: (there: ProjectContext, item: ItemRow) => Promise<Result>,
): Promise<Result> {
  return whereItIs(ctx, issueId, async (there) => {
    const [item] = await lockItems(there, [issueId])
    if (item === undefined) throw notFound('Issue not found')
    refuseWrite(there.project, 'worklogs')
    return work(there, item)
  })
}

/** What others logged, guests do not find. */
function withWorklog<Result>(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  change: (there: ProjectContext, log: Worklog) => Promise<Result>,
  { trashed = false } = {},
): Promise<Result> {
  return onItem(ctx, issueId, async (there, item) => {
    const log = await there.em.findOne(
      WorklogEntity,
      { id, issue_id: item.id, ...(!trashed && { deleted_at: null }) },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    const actor = actorOf(there)
    if (log === null || (!canSeeWorklogs(actor) && log.logged_by !== actor.user_id))
      throw notFound('Worklog not found')
    allow(canChangeWorklog(actor, log, item))
    return change(there, log)
  })
}

function refuseDay(date: string): void {
  const problem = worklogDayProblem(date, Date.now())
  if (problem !== null) throw invalid('date', refusals[problem])
}

const refusals = {
  to_come: 'Time is logged on days that have begun.',
  too_early: 'Time is logged on days since 1970.',
}

async function refuseFull({ em }: ProjectContext, issueId: string): Promise<void> {
  if ((await em.count(WorklogEntity, { issue_id: issueId, deleted_at: null })) >= worklogsLimit)
    throw new AppError('invalid', `A work item has at most ${worklogsLimit} logs of time.`)
}

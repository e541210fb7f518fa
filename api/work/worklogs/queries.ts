import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { QueryOf } from '#common/platform/call.ts'
import { role } from '#common/platform/roles.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import type { workspaceWorklogCalls } from '#common/work/worklogs/calls.ts'
import { weekRangeOfDay } from '#common/work/worklogs/rules.ts'
import {
  type ItemTotalTime,
  type Timesheet,
  type TotalTimeByUser,
  type WorklogRow,
  worklogRow,
} from '#common/work/worklogs/schema.ts'
import { accessibleProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { requireCycleOrModule } from '../cycles-modules-epics/require-cycle-or-module.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

export function listWorklogs(ctx: ProjectContext, issueId: string): Promise<WorklogRow[]> {
  return runInCurrentProjectOfItem(ctx, issueId, async (itemCtx) => {
    await loadWorkItem(itemCtx, issueId)
    const rows = await query(itemCtx.em)
      .selectFrom('worklogs')
      .select(worklogRow.keyof().options)
      .where('issue_id', '=', issueId)
      .where('deleted_at', 'is', null)
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => presentRow(worklogRow, row))
  })
}

/** Returns the total time of each item of the project, without items in the trash. */
export async function listTotalWorklogs({ em, project }: ProjectContext): Promise<ItemTotalTime[]> {
  const { rows } = await sql<ItemTotalTime>`
    select t.issue_id, sum(t.duration)::int as duration from worklog_totals t
    join work_items i on i.id = t.issue_id and i.deleted_at is null
    where t.project_id = ${project.id} group by t.issue_id order by t.issue_id`.execute(query(em))
  return rows
}

/** Returns the time that was logged on items of the cycle. Archived items count too. */
export async function getCycleTime(ctx: ProjectContext, id: string): Promise<TotalTimeByUser> {
  await requireCycleOrModule(ctx, 'cycles', id)
  return timeOf(ctx.em, sql`i.cycle_id = ${id}`)
}

export async function getModuleTime(ctx: ProjectContext, id: string): Promise<TotalTimeByUser> {
  await requireCycleOrModule(ctx, 'modules', id)
  return timeOf(ctx.em, sql`i.module_ids @> array[${id}::uuid]`)
}

async function timeOf(em: EntityManager, isIn: ReturnType<typeof sql>): Promise<TotalTimeByUser> {
  const { rows } = await sql<TotalTimeByUser['people'][number]>`
    select t.user_id, sum(t.duration)::int as duration from work_items i
    join worklog_totals t on t.issue_id = i.id
    where ${isIn} and i.deleted_at is null
    group by t.user_id order by 2 desc, 1`.execute(query(em))
  return { duration: rows.reduce((sum, { duration }) => sum + duration, 0), people: rows }
}

type TimesheetQuery = QueryOf<(typeof workspaceWorklogCalls)['getTimesheet']>

export async function getTimesheet(
  ctx: WorkspaceContext,
  { week, user }: TimesheetQuery,
): Promise<Timesheet> {
  const { today, weekStartsOn } = createUserClock(ctx.user)
  const { first, last } = weekRangeOfDay(week ?? today, weekStartsOn)
  const user_id = user ?? ctx.user.id
  const worklogs = await selectReadableWorklogs(ctx)
    .where('l.logged_by', '=', user_id)
    .where('l.date', '>=', first)
    .where('l.date', '<=', last)
    .select(worklogRow.keyof().options.map((name) => `l.${name}` as const))
    .orderBy('l.date')
    .orderBy('l.id')
    .execute()
  const ids = [...new Set(worklogs.map(({ issue_id }) => issue_id))]
  const issues = await query(ctx.em)
    .selectFrom('work_items')
    .select(workItemRow.keyof().options)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  return {
    user_id,
    start_date: first,
    end_date: last,
    worklogs: worklogs.map((row) => presentRow(worklogRow, row)),
    issues: issues.map((row) => presentRow(workItemRow, row)),
  }
}

/**
 * Selects the worklogs that the caller may read: in projects with time tracking where the caller is at least
 * a member, on items that are not deleted. Guests cannot read worklogs by this function, not even their own.
 */
export function selectReadableWorklogs({ em, user, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('worklogs as l')
    .innerJoin('work_items as i', 'i.id', 'l.issue_id')
    .where('l.workspace_id', '=', workspace.id)
    .where('l.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .where('l.project_id', 'in', (from) =>
      from
        .selectFrom(accessibleProjects(em, user.id, workspace).as('accessible'))
        .select('project_id')
        .where('role', '>=', role.member)
        .where('is_time_tracking_enabled', '=', true),
    )
}

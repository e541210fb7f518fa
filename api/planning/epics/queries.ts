import { sql } from 'kysely'
import type { epicListCalls } from '#common/planning/epics/calls.ts'
import {
  type EpicUpdateRow,
  type EpicWithProgress,
  epicUpdateRow,
  epicWithProgress,
} from '#common/planning/epics/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import type {
  DetailedListingQuery,
  DetailedListResponse,
  ListingQuery,
  WorkItemListResponse,
} from '#common/work/listing/schema.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { projectItemAccessScope } from '../../work/listing/listable.ts'
import {
  listDetailedItemsInContext,
  listItemsByIdInContext,
  listItemsInContext,
} from '../../work/listing/lists.ts'
import { runInCurrentProjectOfItem } from '../../work/work-items/current-project.ts'

export function listEpics(ctx: ProjectContext, sent: ListingQuery): Promise<WorkItemListResponse> {
  return listItemsInContext(ctx, projectItemAccessScope(ctx), listingContexts.epics(ctx.project.id), sent)
}

export function listDetailedEpics(
  ctx: ProjectContext,
  sent: DetailedListingQuery,
): Promise<DetailedListResponse> {
  return listDetailedItemsInContext(
    ctx,
    projectItemAccessScope(ctx),
    listingContexts.epics(ctx.project.id),
    sent,
  )
}

export function pickEpics(
  ctx: ProjectContext,
  sent: { issues: string },
): Promise<ResponseOf<typeof epicListCalls.pickEpics>> {
  return listItemsByIdInContext(ctx, listingContexts.epics(ctx.project.id), sent)
}

/**
 * Returns all epics with their progress, newest first. Archived epics are included, because items show the
 * name of their epic.
 */
export async function listEpicProgress(ctx: ProjectContext): Promise<EpicWithProgress[]> {
  const epics = await query(ctx.em)
    .selectFrom('work_items')
    .leftJoin('epic_counts', 'epic_counts.epic_id', 'work_items.id')
    .select(workItemRow.keyof().options.map((name) => `work_items.${name}` as const))
    .select(['backlog', 'unstarted', 'started', 'completed', 'cancelled'])
    .where(sql<boolean>`workspace_id = ${ctx.workspace.id} and project_id = ${ctx.project.id} and is_epic`)
    .where('deleted_at', 'is', null)
    .$if(!ctx.project.sees_all, (rows) => rows.where('created_by', '=', ctx.user.id))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const newest = await newestUpdates(
    ctx,
    epics.map((epic) => epic.id),
  )
  return epics.map(({ backlog, unstarted, started, completed, cancelled, ...row }) => {
    const of = [backlog, unstarted, started, completed, cancelled].map((count) => count ?? 0)
    const [backlog_issues, unstarted_issues, started_issues, completed_issues, cancelled_issues] = of
    return presentRow(epicWithProgress, {
      ...row,
      total_issues: of.reduce((sum, count) => sum + count, 0),
      backlog_issues,
      unstarted_issues,
      started_issues,
      completed_issues,
      cancelled_issues,
      update: newest.get(row.id) ?? null,
    })
  })
}

async function newestUpdates({ em }: ProjectContext, ids: string[]): Promise<Map<string, EpicUpdateRow>> {
  const rows = await query(em)
    .selectFrom('epic_updates')
    .selectAll()
    .distinctOn('epic_id')
    .where(sql<boolean>`epic_id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('epic_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.epic_id, presentRow(epicUpdateRow, row)]))
}

export function listEpicUpdates(ctx: ProjectContext, id: string): Promise<EpicUpdateRow[]> {
  return runInProjectOfEpic(ctx, id, async ({ em }) => {
    const rows = await query(em)
      .selectFrom('epic_updates')
      .selectAll()
      .where('epic_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => presentRow(epicUpdateRow, row))
  })
}

/**
 * Runs `work` with an epic that the caller can see, in the project that contains it now. Throws `not_found` otherwise.
 */
export function runInProjectOfEpic<Result>(
  ctx: ProjectContext,
  id: string,
  work: (itemCtx: ProjectContext) => Promise<Result>,
): Promise<Result> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    await findEpic(itemCtx, id)
    return work(itemCtx)
  })
}

async function findEpic({ em, project, user }: ProjectContext, id: string): Promise<void> {
  const found = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .where('is_epic', '=', true)
    .where('deleted_at', 'is', null)
    .$if(!project.sees_all, (rows) => rows.where('created_by', '=', user.id))
    .executeTakeFirst()
  if (found === undefined) throw notFound('Epic not found')
}

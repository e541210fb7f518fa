import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canDeletePlan, canEditPlans, plansLimit } from '#common/planning/plans/rules.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { lockItemsWhere } from '../../work/work-items/lock-items.ts'
import { updateItemsInBulk } from '../../work/work-items/rewrite-items.ts'
import type { PlanAnswer, PlanEntity, PlanRow, PlanType } from './plan-type.ts'
import { findPlan, getPlan, loadPlan } from './queries.ts'

export async function archivePlan<Row extends PlanRow, Plan extends PlanEntity>(
  ctx: ProjectContext,
  type: PlanType<Row, Plan, PlanAnswer>,
  id: string,
): Promise<{ archived_at: string | null }> {
  requirePermission(canEditPlans(projectActor(ctx)))
  const plan = await loadPlan(ctx, type, id)
  if (!type.canArchive(plan)) throw new AppError('invalid', type.messages.cannotArchive)
  const { archived_at } = await savePlan(ctx, type, plan, { archived_at: plan.archived_at ?? new Date() })
  return { archived_at }
}

export async function unarchivePlan<Row extends PlanRow, Plan extends PlanEntity>(
  ctx: ProjectContext,
  type: PlanType<Row, Plan, PlanAnswer>,
  id: string,
): Promise<undefined> {
  requirePermission(canEditPlans(projectActor(ctx)))
  await savePlan(ctx, type, await loadPlan(ctx, type, id), { archived_at: null })
}

/**
 * Deletes a cycle or module (plan) and removes its items from it. The plan stores the ids of these items, so
 * that a restore can add the items again.
 */
export async function deletePlan<Row extends PlanRow, Plan extends PlanEntity>(
  ctx: ProjectContext,
  type: PlanType<Row, Plan, unknown>,
  id: string,
): Promise<undefined> {
  allowDeleting(ctx, type, await findPlan(ctx, type, id))
  const { em, user } = ctx
  const where = type.items.areIn(id)
  // Lock items before their cycle or module, as in every other write.
  await lockItemsWhere(em, where)
  await loadPlan(ctx, type, id)
  const set = { ...type.items.leave(id), updated_at: sql`now()`, updated_by: user.id }
  const left = await updateItemsInBulk(em, { set, where })
  const ids = left.map((item) => item.id)
  await query(em).updateTable(type.table).set({ left_item_ids: ids }).where('id', '=', id).execute()
  const plan = await loadPlan(ctx, type, id)
  Object.assign(plan, { deleted_at: new Date(), updated_by: user.id })
  await em.flush()
}

/**
 * Restores a deleted cycle or module. Adds its former items again, unless they are in another cycle or module
 * now. Does nothing if the cycle or module is not deleted.
 */
export async function restorePlan<Row extends PlanRow, Plan extends PlanEntity, Answer extends PlanAnswer>(
  ctx: ProjectContext,
  type: PlanType<Row, Plan, Answer>,
  id: string,
  check: (plan: Plan, timezone: string) => Promise<void>,
): Promise<Answer> {
  const { em, user, project } = ctx
  const timezone = await lockProjectForPlans(ctx)
  const left = sql`select unnest(left_item_ids) from ${sql.table(type.table)} where id = ${id}`
  await lockItemsWhere(em, sql`id in (${left})`)
  const plan = await loadPlan(ctx, type, id, { trashed: true })
  allowDeleting(ctx, type, plan)
  if (plan.deleted_at === null) return getPlan(ctx, type, id)
  if (plan.deleted_at.getTime() < oldestRestorableDeletion(Date.now())) throw notFound(type.messages.notFound)
  await firstPlanPosition(ctx, type)
  await check(plan, timezone)
  Object.assign(plan, { deleted_at: null, updated_by: user.id })
  await em.flush()
  await updateItemsInBulk(em, {
    set: { ...type.items.return(id), updated_at: sql`now()`, updated_by: user.id },
    where: sql`work_items.id in (${left}) and work_items.project_id = ${project.id}
      and not work_items.is_epic and ${type.items.canReturn(id)}`,
  })
  await query(em).updateTable(type.table).set({ left_item_ids: [] }).where('id', '=', id).execute()
  return finishPlanChange(ctx, type, plan)
}

export async function savePlan<Row extends PlanRow, Plan extends PlanEntity, Answer extends PlanAnswer>(
  ctx: ProjectContext,
  type: PlanType<Row, Plan, Answer>,
  plan: Plan,
  fields: Partial<NoInfer<Plan>> | Partial<PlanEntity>,
): Promise<Answer> {
  Object.assign(plan, fields, { updated_by: ctx.user.id })
  await ctx.em.flush()
  return finishPlanChange(ctx, type, plan)
}

/** Finishes a change of a cycle or module and returns it. */
export async function finishPlanChange<
  Row extends PlanRow,
  Plan extends PlanEntity,
  Answer extends PlanAnswer,
>(ctx: ProjectContext, type: PlanType<Row, Plan, Answer>, plan: Plan): Promise<Answer> {
  await type.finish(ctx.em, plan)
  return getPlan(ctx, type, plan.id)
}

function allowDeleting<Row extends PlanRow, Plan extends PlanEntity>(
  ctx: ProjectContext,
  { messages, ownerOf }: PlanType<Row, Plan, unknown>,
  plan: Row | Plan,
): void {
  if (!canDeletePlan(projectActor(ctx), ownerOf(plan))) throw forbidden(messages.cannotDelete)
}

/**
 * Locks the project, so that changes to names, days and number of its cycles and modules run one after the
 * other. Returns the project's time zone.
 */
export async function lockProjectForPlans({
  em,
  project,
}: {
  em: EntityManager
  project: { id: string }
}): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', project.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return timezone
}

/** Returns the columns of a new cycle or module that clients do not send. */
export function newPlanColumns(workspace_id: string, project_id: string, by: string | null) {
  return {
    workspace_id,
    project_id,
    archived_at: null,
    deleted_at: null,
    created_by: by,
    updated_by: by,
  }
}

/**
 * Returns the position before all other cycles or modules. Throws `invalid` if the project has the maximum
 * number. The caller must have locked the project.
 */
export async function firstPlanPosition(
  { em, project }: ProjectContext,
  { table, messages }: Pick<PlanType, 'table' | 'messages'>,
): Promise<number> {
  const { count, first } = await query(em)
    .selectFrom(table)
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.min('sort_order').as('first')])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= plansLimit) throw new AppError('invalid', messages.tooMany)
  return first === null ? firstPosition : first - planPositionStep
}

export const planPositionStep = 10_000

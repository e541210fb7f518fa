import { canEditPlans } from '#common/planning/plans/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { changeItems } from '../../work/work-items/change-items.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'
import type { PlanEntity, PlanRow, PlanType } from './plan-type.ts'
import { findPlan } from './queries.ts'

export async function addItemsToPlan<Row extends PlanRow>(
  ctx: ProjectContext,
  type: PlanType<Row, PlanEntity, unknown>,
  id: string,
  issues: string[],
): Promise<{ message: string }> {
  requirePermission(canEditPlans(projectActor(ctx)))
  type.checkAdding(await findPlan(ctx, type, id))
  await changeItems(ctx, new Map(issues.map((issue) => [issue, type.adding(id)])), { adds: true })
  return { message: 'success' }
}

export async function removeItemFromPlan(
  ctx: ProjectContext,
  { removing }: Pick<PlanType, 'removing'>,
  id: string,
  issue: string,
): Promise<undefined> {
  requirePermission(canEditPlans(projectActor(ctx)))
  const [item] = await lockItems(ctx, [issue])
  const change = item === undefined ? null : removing(item, id)
  if (change === null) throw notFound('Issue not found')
  await changeItems(ctx, new Map([[issue, change]]))
}

import type { cycleCalls } from '#common/planning/cycles/calls.ts'
import { cycleDays } from '#common/planning/cycles/rules.ts'
import type { CycleAnswer } from '#common/planning/cycles/schema.ts'
import { canEditPlans } from '#common/planning/plans/rules.ts'
import type { AnswerOf, BodyOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { actorOf, requirePermission } from '../../access/actor.ts'
import { loadProjectTimezone } from '../../organization/projects/timezone.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { respaceRows } from '../../platform/db/order.ts'
import {
  finishAndReturnPlan,
  firstPlanPosition,
  lockProjectOfPlans,
  newPlanColumns,
  restorePlan,
} from '../plans/commands.ts'
import { loadPlan } from '../plans/queries.ts'
import { correctCycleEnd } from './correct-end.ts'
import {
  areDaysTaken,
  cycleDatesOf,
  cycleDaysFromInput,
  cycleMomentsFor,
  cycleStatusOf,
  daysTakenMessage,
} from './dates.ts'
import { canCallerReopenCycle, checkReopening, completedMessage, saveCycleDays } from './ends.ts'
import { CycleEntity } from './entity.ts'
import { lockMovedItems } from './items.ts'
import { cyclePlan } from './plan-type.ts'

type Calls = typeof cycleCalls

export async function createCycle(
  ctx: ProjectContext,
  { id = newId(), name, start_date, end_date, ...input }: BodyOf<Calls['createCycle']>,
): Promise<CycleAnswer> {
  requirePermission(canEditPlans(actorOf(ctx)))
  const { em, user, workspace, project } = ctx
  const timezone = await lockProjectOfPlans(ctx)
  const position = await firstPlanPosition(ctx, cyclePlan)
  const moments = await cycleMomentsFor(ctx, timezone, null, { start_date, end_date })
  const cycle = em.create(CycleEntity, {
    ...moments,
    id,
    ...newPlanColumns(workspace.id, project.id, user.id),
    name,
    description: input.description ?? '',
    owned_by_id: user.id,
    logo_props: input.logo_props ?? {},
    sort_order: input.sort_order ?? position,
    progress_snapshot: null,
  })
  await em.flush()
  return finishAndReturnPlan(ctx, cyclePlan, cycle)
}

/** Returns whether the days are free. The form calls it while the user picks them. */
export async function checkCycleDays(
  ctx: ProjectContext,
  { cycle_id, ...sent }: BodyOf<Calls['checkCycleDays']>,
): Promise<AnswerOf<Calls['checkCycleDays']>> {
  const timezone = await loadProjectTimezone(ctx)
  const days = cycleDaysFromInput(sent, timezone)
  const isFree = days === null || !(await areDaysTaken(ctx, timezone, days, cycle_id ?? undefined))
  return isFree ? { status: true } : { error: daysTakenMessage, status: false }
}

export async function updateCycle(
  ctx: ProjectContext,
  id: string,
  { start_date, end_date, ...input }: BodyOf<Calls['updateCycle']>,
): Promise<CycleAnswer> {
  requirePermission(canEditPlans(actorOf(ctx)))
  const isDated = start_date !== undefined || end_date !== undefined
  const isReordered = input.sort_order !== undefined
  const timezone = isDated || isReordered ? await lockProjectOfPlans(ctx) : ''
  if (isDated) await lockMovedItems(ctx.em, id)
  const cycle = await loadPlan(ctx, cyclePlan, id)
  if (cycle.archived_at !== null) throw new AppError('invalid', 'Archived cycle cannot be updated')
  const changesContent = isDated || Object.keys(input).some((name) => name !== 'sort_order')
  const wasCompleted = cycleStatusOf(cycle) === 'COMPLETED'
  if (changesContent && wasCompleted && !(isDated && (await canCallerReopenCycle(ctx, id))))
    throw new AppError('invalid', completedMessage)
  const moments = isDated ? await cycleMomentsFor(ctx, timezone, cycle, { start_date, end_date }) : cycle
  if (isDated && wasCompleted) {
    const change = cycleStatusOf(moments) === 'COMPLETED' ? correctCycleEnd : checkReopening
    await change(ctx, cycle, input, moments)
  }
  ctx.em.assign(cycle, input)
  if (isReordered) {
    const all = await ctx.em.find(CycleEntity, { project_id: ctx.project.id, deleted_at: null })
    respaceRows(all, cycle)
  }
  return saveCycleDays(ctx, cycle, moments)
}

export function restoreCycle(ctx: ProjectContext, id: string): Promise<CycleAnswer> {
  return restorePlan(ctx, cyclePlan, id, async (cycle, timezone) => {
    const days = cycleDays(cycleDatesOf(cycle), timezone)
    if (days !== null && (await areDaysTaken(ctx, timezone, days, id)))
      throw new AppError('conflict', daysTakenMessage)
  })
}

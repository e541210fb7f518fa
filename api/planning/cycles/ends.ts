import type { cycleCalls } from '#common/planning/cycles/calls.ts'
import { canReopenCycle } from '#common/planning/cycles/rules.ts'
import type { CycleResponse } from '#common/planning/cycles/schema.ts'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { lockProjectForCyclesAndModules, saveCycleOrModule } from '../cycles-and-modules/commands.ts'
import { getCycleOrModule, loadCycleOrModule } from '../cycles-and-modules/queries.ts'
import { type CycleTimestamps, getCycleStatus } from './dates.ts'
import { cycleDefinition } from './definition.ts'
import type { Cycle } from './entity.ts'
import { lockTransfer, moveItemsBackToCycle, moveOpenItemsToCycle } from './items.ts'

export const cycleCompletedMessage = 'The Cycle has already been completed so it cannot be edited'

/**
 * Ends a cycle now. Today remains its last day, so work done today still counts. If `new_cycle_id` is not undefined,
 * the unfinished items move to that cycle in the same transaction (null: to no cycle). These items move back if the
 * ended cycle is reopened.
 */
export async function endCycle(
  ctx: ProjectContext,
  id: string,
  { new_cycle_id }: BodyOf<(typeof cycleCalls)['endCycle']>,
): Promise<CycleResponse> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  await lockProjectForCyclesAndModules(ctx)
  if (new_cycle_id !== undefined) await lockTransfer(ctx, id, new_cycle_id)
  const cycle = await loadCycleOrModule(ctx, cycleDefinition, id)
  const { start_date } = cycle
  if (start_date === null || cycle.archived_at !== null || getCycleStatus(cycle) !== 'CURRENT')
    throw new AppError('conflict', 'Only active cycles can be ended')
  await setEnded(ctx, cycle, true)
  // Set the end one millisecond into the past, so that the response already shows the cycle as completed.
  const ended = await saveCycleOrModule(ctx, cycleDefinition, cycle, {
    end_date: new Date(Math.max(start_date.getTime(), Date.now() - 1)),
  })
  if (new_cycle_id === undefined) return ended
  await moveOpenItemsToCycle(ctx.em, id, new_cycle_id, ctx.user.id)
  return getCycleOrModule(ctx, cycleDefinition, id)
}

export async function canCallerReopenCycle(ctx: ProjectContext, id: string): Promise<boolean> {
  return canReopenCycle(projectActor(ctx), await endedBy(ctx, id))
}

/**
 * Throws `invalid` unless the caller may reopen the cycle. Reopening sets a later last day and must not change other
 * fields, except the position. The user who completed the cycle may send other fields too, because Undo reverts
 * everything that was edited together with the dates. Removing the dates is refused, because the cycle would lose
 * its statistics.
 */
export async function assertCanReopenCycle(
  ctx: ProjectContext,
  cycle: Cycle,
  others: object,
  days: CycleTimestamps,
): Promise<void> {
  const isEndAlone =
    Object.keys(others).every((name) => name === 'sort_order') &&
    days.start_date?.getTime() === cycle.start_date?.getTime()
  const isUndo = (await endedBy(ctx, cycle.id)) === ctx.user.id
  if (days.end_date === null || !(isEndAlone || isUndo)) throw new AppError('invalid', cycleCompletedMessage)
}

async function endedBy({ em }: ProjectContext, id: string): Promise<string | null> {
  const { ended_by } = await query(em)
    .selectFrom('cycles')
    .select('ended_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return ended_by
}

/**
 * Saves new dates of a cycle. If the dates complete the cycle, the caller is recorded as the user who ended it, and the
 * unfinished items move to the cycle `new_cycle_id` (null: to no cycle, undefined: they stay). If the dates reopen the
 * cycle, the items that moved to other cycles when it ended move back. The caller has locked the items and the cycle
 * `new_cycle_id`.
 */
export async function saveCycleDays(
  ctx: ProjectContext,
  cycle: Cycle,
  days: CycleTimestamps,
  new_cycle_id?: string | null,
): Promise<CycleResponse> {
  const [wasCompleted, isCompleted] = [
    getCycleStatus(cycle) === 'COMPLETED',
    getCycleStatus(days) === 'COMPLETED',
  ]
  if (wasCompleted !== isCompleted) await setEnded(ctx, cycle, isCompleted)
  const saved = await saveCycleOrModule(ctx, cycleDefinition, cycle, {
    start_date: days.start_date,
    end_date: days.end_date,
  })
  if (new_cycle_id !== undefined) await moveOpenItemsToCycle(ctx.em, cycle.id, new_cycle_id, ctx.user.id)
  else if (wasCompleted && !isCompleted) await moveItemsBackToCycle(ctx.em, cycle.id, ctx.user.id)
  else return saved
  return getCycleOrModule(ctx, cycleDefinition, cycle.id)
}

/**
 * If `isEnded` is true, records the caller as the user who ended the cycle. Otherwise, deletes the stored final
 * statistics, because a reopened cycle counts its items again.
 */
async function setEnded({ em, user }: ProjectContext, cycle: Cycle, isEnded: boolean): Promise<void> {
  await query(em)
    .updateTable('cycles')
    .set(isEnded ? { ended_by: user.id } : { ended_by: null, frozen_figures: null })
    .where('id', '=', cycle.id)
    .execute()
  if (!isEnded) em.assign(cycle, { progress_snapshot: null })
}

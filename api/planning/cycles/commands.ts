import type { cycleCalls } from '#common/planning/cycles/calls.ts'
import type { CycleResponse } from '#common/planning/cycles/schema.ts'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { loadProjectTimezone } from '../../organization/projects/timezone.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertExternalIdAvailable } from '../../platform/db/external-ids.ts'
import { respaceRows } from '../../platform/db/order.ts'
import {
  finishCycleOrModuleChange,
  firstCycleOrModulePosition,
  lockProjectForCyclesAndModules,
  newCycleOrModuleColumns,
  restoreCycleOrModule,
} from '../cycles-and-modules/commands.ts'
import { loadCycleOrModule } from '../cycles-and-modules/queries.ts'
import { correctCycleEnd } from './correct-end.ts'
import {
  areCycleDaysTaken,
  type CycleTimestamps,
  cycleDaysFromInput,
  cycleDaysTakenMessage,
  doesCycleOverlap,
  getCycleStatus,
  resolveCycleTimestamps,
} from './dates.ts'
import { cycleDefinition } from './definition.ts'
import { assertCanReopenCycle, canCallerReopenCycle, cycleCompletedMessage, saveCycleDays } from './ends.ts'
import { CycleEntity } from './entity.ts'
import { lockMovedCycleItems, lockTransfer } from './items.ts'

type Calls = typeof cycleCalls

export async function createCycle(
  ctx: ProjectContext,
  { id = newId(), name, start_date, end_date, ...input }: BodyOf<Calls['createCycle']>,
): Promise<CycleResponse> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const { em, user, workspace, project } = ctx
  const timezone = await lockProjectForCyclesAndModules(ctx)
  await assertExternalIdAvailable(ctx, { table: 'cycles', row: null, change: input })
  const position = await firstCycleOrModulePosition(ctx, cycleDefinition)
  const moments = await resolveCycleTimestamps(ctx, timezone, null, { start_date, end_date })
  const cycle = em.create(CycleEntity, {
    ...moments,
    id,
    ...newCycleOrModuleColumns(workspace.id, project.id, user.id),
    name,
    description: input.description ?? '',
    external_source: input.external_source ?? null,
    external_id: input.external_id ?? null,
    owned_by_id: user.id,
    logo_props: input.logo_props ?? {},
    sort_order: input.sort_order ?? position,
    progress_snapshot: null,
  })
  await em.flush()
  return finishCycleOrModuleChange(ctx, cycleDefinition, cycle)
}

/**
 * Returns `status: true` if no other cycle of the project includes any of these days, or if the request contains no
 * dates. The form calls this function while the user selects the dates.
 */
export async function checkCycleDays(
  ctx: ProjectContext,
  { cycle_id, ...sent }: BodyOf<Calls['checkCycleDays']>,
): Promise<ResponseOf<Calls['checkCycleDays']>> {
  const timezone = await loadProjectTimezone(ctx)
  const days = cycleDaysFromInput(sent, timezone)
  const isFree = days === null || !(await areCycleDaysTaken(ctx, timezone, days, cycle_id ?? undefined))
  return isFree ? { status: true } : { error: cycleDaysTakenMessage, status: false }
}

export async function updateCycle(
  ctx: ProjectContext,
  id: string,
  { start_date, end_date, new_cycle_id, ...input }: BodyOf<Calls['updateCycle']>,
): Promise<CycleResponse> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const isDated = start_date !== undefined || end_date !== undefined
  const isReordered = input.sort_order !== undefined
  const timezone = isDated || isReordered ? await lockProjectForCyclesAndModules(ctx) : ''
  if (isDated) await lockItemsThatMove(ctx, id, new_cycle_id)
  const cycle = await loadCycleOrModule(ctx, cycleDefinition, id)
  if (cycle.archived_at !== null) throw new AppError('invalid', 'Archived cycle cannot be updated')
  const changesContent = isDated || Object.keys(input).some((name) => name !== 'sort_order')
  const wasCompleted = getCycleStatus(cycle) === 'COMPLETED'
  if (changesContent && wasCompleted && !(isDated && (await canCallerReopenCycle(ctx, id))))
    throw new AppError('invalid', cycleCompletedMessage)
  const moments = isDated
    ? await resolveCycleTimestamps(ctx, timezone, cycle, { start_date, end_date })
    : cycle
  if (isDated && wasCompleted) {
    const change = getCycleStatus(moments) === 'COMPLETED' ? correctCycleEnd : assertCanReopenCycle
    await change(ctx, cycle, input, moments)
  }
  await assertExternalIdAvailable(ctx, { table: 'cycles', row: cycle, change: input })
  assertItemsCanMove(new_cycle_id, cycle, moments)
  ctx.em.assign(cycle, input)
  if (isReordered) {
    const all = await ctx.em.find(CycleEntity, { project_id: ctx.project.id, deleted_at: null })
    respaceRows(all, cycle)
  }
  return saveCycleDays(ctx, cycle, moments, new_cycle_id)
}

async function lockItemsThatMove(ctx: ProjectContext, id: string, target: string | null | undefined) {
  await lockMovedCycleItems(ctx.em, id)
  if (target !== undefined) await lockTransfer(ctx, id, target)
}

function assertItemsCanMove(
  target: string | null | undefined,
  before: CycleTimestamps,
  after: CycleTimestamps,
): void {
  if (target === undefined) return
  if (getCycleStatus(before) === 'COMPLETED' || getCycleStatus(after) !== 'COMPLETED')
    throw invalid('new_cycle_id', 'Work items move to another cycle only when this change ends the cycle.')
}

export function restoreCycle(ctx: ProjectContext, id: string): Promise<CycleResponse> {
  return restoreCycleOrModule(ctx, cycleDefinition, id, async (cycle) => {
    if (await doesCycleOverlap(ctx, cycle)) throw new AppError('conflict', cycleDaysTakenMessage)
  })
}

import { z } from 'zod'
import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import { type CycleBurndownDay, type CycleProgress, cycleProgress } from '#common/planning/cycles/schema.ts'
import {
  type CycleOrModuleEstimateStats,
  type CycleOrModuleItemStats,
  cycleOrModuleEstimateStats,
  cycleOrModuleItemStats,
} from '#common/planning/figures/schema.ts'
import { AppError } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { findCycleOrModule } from '../cycles-and-modules/queries.ts'
import { loadFigureSettings } from '../figures/figure-settings.ts'
import {
  type CycleOrModuleStats,
  loadCycleOrModuleCounts,
  loadCycleOrModuleStats,
} from '../figures/figures.ts'
import { toIsoCycleDates } from './dates.ts'
import { cycleDefinition } from './definition.ts'

export async function getCycleProgress(ctx: ProjectContext, id: string): Promise<CycleProgress> {
  const { progress_snapshot: frozen } = await findCycleOrModule(ctx, cycleDefinition, id)
  return presentRow(cycleProgress, frozen ?? (await loadCycleOrModuleCounts(ctx.em, 'cycle', [id]))(id))
}

export async function getCycleAnalytics(
  ctx: ProjectContext,
  id: string,
  { type }: { type: 'issues' | 'points' },
): Promise<CycleOrModuleItemStats | CycleOrModuleEstimateStats> {
  return (await analyticsOf(ctx, id))[type]
}

/** Returns the charts of the cycle by day, together with the ideal progress for comparison. */
export async function getCycleDays(ctx: ProjectContext, id: string): Promise<CycleBurndownDay[]> {
  const { scope_chart, completion_chart } = (await analyticsOf(ctx, id)).issues
  const dates = Object.keys(scope_chart)
  const whole = dates.reduce((scope, date) => scope_chart[date] ?? scope, 0)
  return dates.map((date, at) => {
    const [scope = null, pending = null] = [scope_chart[date], completion_chart[date]]
    const closed = scope === null || pending === null ? null : scope - pending
    const ideal = dates.length === 1 ? 0 : whole * (1 - at / (dates.length - 1))
    return { date, scope, pending, closed, ideal }
  })
}

async function analyticsOf(ctx: ProjectContext, id: string): Promise<CycleOrModuleStats> {
  const cycle = await findCycleOrModule(ctx, cycleDefinition, id)
  const clock = await loadFigureSettings(ctx.em, ctx.project.id)
  const days = cycleDayRange(toIsoCycleDates(cycle), clock.timezone)
  if (days === null) throw new AppError('invalid', 'Cycle has no start or end date')
  if (cycle.progress_snapshot !== null) return loadFrozenCycleStats(ctx, id)
  return loadCycleOrModuleStats(ctx.em, 'cycle', id, days, clock)
}

/** Returns the analytics that were stored when the cycle ended. */
export async function loadFrozenCycleStats({ em }: ProjectContext, id: string): Promise<CycleOrModuleStats> {
  const { frozen_figures } = await query(em)
    .selectFrom('cycles')
    .select('frozen_figures')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return frozen.parse(frozen_figures)
}

const frozen = z.object({ issues: cycleOrModuleItemStats, points: cycleOrModuleEstimateStats })

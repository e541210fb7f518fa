import { sql } from 'kysely'
import { canChangeCompletedCycleEnd, cycleDayRange } from '#common/planning/cycles/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { projectActor } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { loadFigureSettings } from '../figures/figure-settings.ts'
import { type CycleOrModuleStats, loadCycleOrModuleStats } from '../figures/figures.ts'
import { loadFrozenCycleStats } from './analytics.ts'
import { type CycleTimestamps, toIsoCycleDates } from './dates.ts'
import { cycleCompletedMessage } from './ends.ts'
import type { Cycle } from './entity.ts'
import { freezeCycleStats } from './freeze.ts'

/**
 * Lengthens or shortens the stored charts of a completed cycle when its last day is changed to another day in
 * the past. The stored totals do not change. Throws `invalid` if the caller may not move the last day, or if
 * the request changes other fields, except the position. The caller of this function stores the new day.
 */
export async function correctCycleEnd(
  ctx: ProjectContext,
  cycle: Cycle,
  others: object,
  moments: CycleTimestamps,
): Promise<void> {
  const isEndAlone =
    Object.keys(others).every((name) => name === 'sort_order') &&
    moments.start_date?.getTime() === cycle.start_date?.getTime()
  if (!isEndAlone || !canChangeCompletedCycleEnd(projectActor(ctx)))
    throw new AppError('invalid', cycleCompletedMessage)
  await freezeCycleStats(ctx.em, cycle.id)
  await updateFrozenCharts(ctx, cycle.id, moments)
}

async function updateFrozenCharts(ctx: ProjectContext, id: string, moments: CycleTimestamps): Promise<void> {
  const clock = await loadFigureSettings(ctx.em, ctx.project.id)
  const days = cycleDayRange(toIsoCycleDates(moments), clock.timezone)
  const frozen = await loadFrozenCycleStats(ctx, id)
  const daily = await loadCycleOrModuleStats(ctx.em, 'cycle', id, days, clock)
  const figures: CycleOrModuleStats = {
    issues: {
      ...frozen.issues,
      completion_chart: mergeChart(daily.issues.completion_chart, frozen.issues.completion_chart),
      scope_chart: mergeChart(daily.issues.scope_chart, frozen.issues.scope_chart),
    },
    points: {
      ...frozen.points,
      completion_chart: mergeChart(daily.points.completion_chart, frozen.points.completion_chart),
      scope_chart: mergeChart(daily.points.scope_chart, frozen.points.scope_chart),
    },
  }
  await query(ctx.em)
    .updateTable('cycles')
    .set({ frozen_figures: sql`${JSON.stringify(figures)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

type Chart = Record<string, number | null>

/**
 * Combines a chart with the values that were stored when the cycle ended. Days without a stored value get the
 * counted value.
 */
function mergeChart(daily: Chart, frozen: Chart): Chart {
  return Object.fromEntries(Object.entries(daily).map(([day, value]) => [day, frozen[day] ?? value]))
}

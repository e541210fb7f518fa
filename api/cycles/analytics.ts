import { type CycleDays, cycleDays } from '#common/cycles/rules.ts'
import {
  type CycleFigures,
  type CycleProgress,
  cycleFigures,
  type ItemCounts,
} from '#common/cycles/schema.ts'
import { AppError } from '#common/errors.ts'
import { localDay } from '#common/listing/clock.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { datesOf, timezoneOf } from './dates.ts'
import { countsOf, figuresOf } from './figures.ts'
import { findCycle } from './queries.ts'

export async function getCycleProgress(ctx: ProjectContext, id: string): Promise<CycleProgress> {
  const { progress_snapshot: frozen } = await findCycle(ctx, id)
  return { ...(frozen === null ? (await countsOf(ctx.em, [id]))(id) : countsIn(frozen)), ...noPoints }
}

export async function getCycleAnalytics(
  ctx: ProjectContext,
  id: string,
  { type }: { type: 'issues' | 'points' },
): Promise<CycleFigures> {
  const cycle = await findCycle(ctx, id)
  const timezone = await timezoneOf(ctx)
  const days = cycleDays(datesOf(cycle), timezone)
  if (days === null) throw new AppError('invalid', 'Cycle has no start or end date')
  const figures =
    cycle.progress_snapshot === null ? await live(ctx, id, days, timezone) : await frozenFigures(ctx, id)
  return type === 'points' ? inPoints(figures) : figures
}

async function frozenFigures({ em }: ProjectContext, id: string): Promise<CycleFigures> {
  const { frozen_figures } = await query(em)
    .selectFrom('cycles')
    .select('frozen_figures')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return cycleFigures.parse(frozen_figures)
}

function live(ctx: ProjectContext, id: string, days: CycleDays, timezone: string): Promise<CycleFigures> {
  return figuresOf(ctx.em, id, days, localDay(Date.now(), timezone))
}

function countsIn(frozen: ItemCounts): ItemCounts {
  const {
    total_issues,
    backlog_issues,
    unstarted_issues,
    started_issues,
    completed_issues,
    cancelled_issues,
  } = frozen
  return {
    total_issues,
    backlog_issues,
    unstarted_issues,
    started_issues,
    completed_issues,
    cancelled_issues,
  }
}

const noPoints = {
  total_estimate_points: 0,
  backlog_estimate_points: 0,
  unstarted_estimate_points: 0,
  started_estimate_points: 0,
  completed_estimate_points: 0,
  cancelled_estimate_points: 0,
}

/** Without estimates nothing has points. */
function inPoints({ assignees, labels, completion_chart, scope_chart }: CycleFigures): CycleFigures {
  const nothing = { total_issues: 0, completed_issues: 0, pending_issues: 0 }
  const flat = (chart: CycleFigures['scope_chart']) =>
    Object.fromEntries(Object.entries(chart).map(([day, count]) => [day, count === null ? null : 0]))
  return {
    assignees: assignees.map((one) => ({ ...one, ...nothing })),
    labels: labels.map((one) => ({ ...one, ...nothing })),
    completion_chart: flat(completion_chart),
    scope_chart: flat(scope_chart),
  }
}

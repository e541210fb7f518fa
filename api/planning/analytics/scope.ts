import type { RawBuilder } from 'kysely'
import { rangeOf } from '#common/planning/analytics/periods.ts'
import type { ScopeQuery } from '#common/planning/analytics/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import type { Clock } from '#common/platform/clock.ts'
import { all, type Condition, isIn, type MomentField } from '#common/work/listing/condition.ts'
import { contexts, type ListingContext } from '#common/work/listing/contexts.ts'
import { daysBetween } from '#common/work/listing/dates.ts'
import { listingIn } from '#common/work/listing/listing.ts'
import { readFilters } from '#common/work/listing/read-query.ts'
import { clockOf } from '../../platform/context/clock-of.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { whereSql } from '../../work/listing/list-page.ts'
import { type Listable, listableInProject, listableInWorkspace } from '../../work/listing/listable.ts'
import type { Calendar } from './counts.ts'

/** The work items that an analytics call counts: the requested items that the caller can access. */
export interface Scope {
  listable: Listable
  calendar: Calendar
  clock: Clock
  /** First and last day of the date filter, or null without a filter. */
  range: DayRange | null
  /** Returns an SQL condition for the work items of the scope that also match `condition`. */
  where(condition?: Condition): RawBuilder<boolean>
  /** Returns a condition for work items whose timestamp, such as `created_at`, is within the days of `range`. */
  within(field: MomentField, range: DayRange): Condition
}

/**
 * Returns the scope of all projects of a workspace in which the caller has a role, or only of the projects in
 * `project_ids`.
 */
export async function workspaceScope(ctx: WorkspaceContext, sent: ScopeQuery): Promise<Scope> {
  const whole = await listableInWorkspace(ctx)
  const project_ids = whole.project_ids.filter((id) => sent.project_ids?.includes(id) ?? true)
  const listable = { ...whole, project_ids }
  return scopeOf(ctx, listable, contexts.allIssues(listable), sent)
}

export function projectScope(ctx: ProjectContext, sent: ScopeQuery): Scope {
  return scopeOf(ctx, listableInProject(ctx), contexts.project(ctx.project.id), sent)
}

function scopeOf(
  ctx: WorkspaceContext,
  listable: Listable,
  context: ListingContext,
  sent: ScopeQuery,
): Scope {
  const clock = clockOf(ctx.user, sent.today)
  const { start_date, cycle_id, module_id, ...filters } = sent
  const chosen = all(
    readFilters(filters, clock),
    ...(cycle_id === undefined ? [] : [isIn('cycle_id', [cycle_id])]),
    ...(module_id === undefined ? [] : [isIn('module_ids', [module_id])]),
  )
  return {
    listable,
    calendar: { timezone: ctx.user.timezone, weekStartsOn: clock.weekStartsOn },
    clock,
    range: rangeOf(sent, clock),
    where: (condition) =>
      whereSql(
        listable,
        listingIn(context, { filters: condition === undefined ? chosen : all(chosen, condition) }),
      ),
    within: (field, { first, last }) => daysBetween(field, first, last, clock),
  }
}

/**
 * Returns a condition for work items that were created within the date filter. Without a date filter, it
 * matches all work items of the scope.
 */
export function createdInRange(scope: Scope): RawBuilder<boolean> {
  return scope.where(scope.range === null ? undefined : scope.within('created_at', scope.range))
}

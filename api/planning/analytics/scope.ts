import type { RawBuilder } from 'kysely'
import { dayRangeOfFilter } from '#common/planning/analytics/periods.ts'
import type { AnalyticsScopeQuery } from '#common/planning/analytics/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import type { Clock } from '#common/platform/clock.ts'
import {
  allConditions,
  hasOneOfValues,
  type ListingCondition,
  type MomentField,
} from '#common/work/listing/condition.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import { dayRangeCondition } from '#common/work/listing/dates.ts'
import { listingIn } from '#common/work/listing/listing.ts'
import { parseListingFilters } from '#common/work/listing/read-query.ts'
import { clockOf } from '../../platform/context/clock-of.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { whereSql } from '../../work/listing/list-page.ts'
import {
  type AccessibleItems,
  accessibleItemsInProject,
  accessibleItemsInWorkspace,
} from '../../work/listing/listable.ts'
import type { CallerCalendar } from './counts.ts'

/** The work items that an analytics call counts: the requested items that the caller can access. */
export interface AnalyticsSelection {
  listable: AccessibleItems
  calendar: CallerCalendar
  clock: Clock
  /** First and last day of the date filter, or null without a filter. */
  range: DayRange | null
  /** Returns an SQL condition for the work items of the scope that also match `condition`. */
  where(condition?: ListingCondition): RawBuilder<boolean>
  /** Returns a condition for work items whose timestamp, such as `created_at`, is within the days of `range`. */
  within(field: MomentField, range: DayRange): ListingCondition
}

/**
 * Returns the scope of all projects of a workspace in which the caller has a role, or only of the projects in
 * `project_ids`.
 */
export async function workspaceScope(
  ctx: WorkspaceContext,
  sent: AnalyticsScopeQuery,
): Promise<AnalyticsSelection> {
  const whole = await accessibleItemsInWorkspace(ctx)
  const project_ids = whole.project_ids.filter((id) => sent.project_ids?.includes(id) ?? true)
  const listable = { ...whole, project_ids }
  return scopeOf(ctx, listable, listingContexts.allIssues(listable), sent)
}

export function projectScope(ctx: ProjectContext, sent: AnalyticsScopeQuery): AnalyticsSelection {
  return scopeOf(ctx, accessibleItemsInProject(ctx), listingContexts.project(ctx.project.id), sent)
}

function scopeOf(
  ctx: WorkspaceContext,
  listable: AccessibleItems,
  context: ListingContext,
  sent: AnalyticsScopeQuery,
): AnalyticsSelection {
  const clock = clockOf(ctx.user, sent.today)
  const { start_date, cycle_id, module_id, ...filters } = sent
  const chosen = allConditions(
    parseListingFilters(filters, clock),
    ...(cycle_id === undefined ? [] : [hasOneOfValues('cycle_id', [cycle_id])]),
    ...(module_id === undefined ? [] : [hasOneOfValues('module_ids', [module_id])]),
  )
  return {
    listable,
    calendar: { timezone: ctx.user.timezone, weekStartsOn: clock.weekStartsOn },
    clock,
    range: dayRangeOfFilter(sent, clock),
    where: (condition) =>
      whereSql(
        listable,
        listingIn(context, { filters: condition === undefined ? chosen : allConditions(chosen, condition) }),
      ),
    within: (field, { first, last }) => dayRangeCondition(field, first, last, clock),
  }
}

/**
 * Returns a condition for work items that were created within the date filter. Without a date filter, it
 * matches all work items of the scope.
 */
export function createdInRange(scope: AnalyticsSelection): RawBuilder<boolean> {
  return scope.where(scope.range === null ? undefined : scope.within('created_at', scope.range))
}

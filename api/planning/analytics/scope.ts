import type { RawBuilder } from 'kysely'
import { dayRangeOfFilter } from '#common/planning/analytics/periods.ts'
import type { AnalyticsScopeQuery } from '#common/planning/analytics/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import type { Clock } from '#common/platform/clock.ts'
import {
  allConditions,
  type ListingCondition,
  oneOfValuesCondition,
  type TimestampField,
} from '#common/work/listing/condition.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import { dayRangeCondition } from '#common/work/listing/dates.ts'
import { createListing } from '#common/work/listing/listing.ts'
import { parseListingFilters } from '#common/work/listing/read-query.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { listingConditionSql } from '../../work/listing/list-page.ts'
import {
  type ItemAccessScope,
  projectItemAccessScope,
  workspaceItemAccessScope,
} from '../../work/listing/listable.ts'
import type { CallerCalendar } from './count-items-by-axes.ts'
import { findStoredCountsScope, type StoredCountsScope } from './stored.ts'

/** The work items that an analytics call counts: the requested items that the caller can access. */
export interface AnalyticsSelection {
  listable: ItemAccessScope
  calendar: CallerCalendar
  clock: Clock
  /** First and last day of the date filter, or null if there is no date filter. */
  range: DayRange | null
  /**
   * The same selection for queries of the stored counts. Is null if the stored counts cannot be used, so that
   * the work items must be counted.
   */
  stored: StoredCountsScope | null
  /** Returns an SQL condition for the work items of the scope that also match `condition`. */
  where(condition?: ListingCondition): RawBuilder<boolean>
  /** Returns a condition for work items whose timestamp, such as `created_at`, is within the days of `range`. */
  within(field: TimestampField, range: DayRange): ListingCondition
}

/**
 * Returns the scope of all projects of a workspace in which the caller has a role, or only of the projects in
 * `project_ids`.
 */
export async function getWorkspaceAnalyticsScope(
  ctx: WorkspaceContext,
  sent: AnalyticsScopeQuery,
): Promise<AnalyticsSelection> {
  const whole = await workspaceItemAccessScope(ctx)
  const project_ids = whole.project_ids.filter((id) => sent.project_ids?.includes(id) ?? true)
  const listable = { ...whole, project_ids }
  return scopeOf(ctx, listable, listingContexts.allIssues(listable), sent)
}

export function getProjectAnalyticsScope(
  ctx: ProjectContext,
  sent: AnalyticsScopeQuery,
): Promise<AnalyticsSelection> {
  return scopeOf(ctx, projectItemAccessScope(ctx), listingContexts.project(ctx.project.id), sent)
}

async function scopeOf(
  ctx: WorkspaceContext,
  listable: ItemAccessScope,
  context: ListingContext,
  sent: AnalyticsScopeQuery,
): Promise<AnalyticsSelection> {
  const clock = createUserClock(ctx.user, sent.today)
  const { start_date, cycle_id, module_id, ...filters } = sent
  const chosen = allConditions(
    parseListingFilters(filters, clock),
    ...(cycle_id === undefined ? [] : [oneOfValuesCondition('cycle_id', [cycle_id])]),
    ...(module_id === undefined ? [] : [oneOfValuesCondition('module_ids', [module_id])]),
  )
  return {
    listable,
    calendar: { timezone: ctx.user.timezone, weekStartsOn: clock.weekStartsOn },
    clock,
    range: dayRangeOfFilter(sent, clock),
    stored: await findStoredCountsScope(ctx.em, listable, chosen),
    where: (condition) =>
      listingConditionSql(
        listable,
        createListing(context, {
          filters: condition === undefined ? chosen : allConditions(chosen, condition),
        }),
      ),
    within: (field, { first, last }) => dayRangeCondition(field, first, last, clock),
  }
}

/**
 * Returns a condition for work items that were created within the date filter. If there is no date filter, the
 * condition matches all work items of the scope.
 */
export function createdInRangeSql(scope: AnalyticsSelection): RawBuilder<boolean> {
  return scope.where(scope.range === null ? undefined : scope.within('created_at', scope.range))
}

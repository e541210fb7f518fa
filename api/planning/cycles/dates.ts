import type { z } from 'zod'
import {
  type CycleDates,
  type CycleStatus,
  cycleDayRange,
  cycleDaysProblem,
  cycleStatus,
  doCyclesOverlap,
  maxCycleDays,
} from '#common/planning/cycles/rules.ts'
import type { dayOrTimestamp } from '#common/planning/cycles/schema.ts'
import { computeCycleTimestamps, cycleDatesForDays } from '#common/planning/cycles/timestamps.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { localDay } from '#common/platform/clock.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

export interface CycleTimestamps {
  start_date: Date | null
  end_date: Date | null
}

type Sent = z.infer<typeof dayOrTimestamp> | null | undefined
export interface CycleDatesInput {
  start_date?: Sent
  end_date?: Sent
}

export const cycleDaysTakenMessage =
  'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates'

/** Converts the timestamps to ISO strings, which the functions in `common/planning/cycles` expect. */
export function toIsoCycleDates({ start_date, end_date }: CycleTimestamps): CycleDates {
  return { start_date: start_date?.toISOString() ?? null, end_date: end_date?.toISOString() ?? null }
}

export function getCycleStatus(cycle: CycleTimestamps): CycleStatus {
  return cycleStatus(toIsoCycleDates(cycle), Date.now())
}

/**
 * Converts the days in the request to timestamps, and checks that no other cycle includes any of these days. A date
 * that the request does not contain stays unchanged.
 */
export async function resolveCycleTimestamps(
  ctx: ProjectContext,
  timezone: string,
  cycle: (CycleTimestamps & { id: string }) | null,
  sent: CycleDatesInput,
): Promise<CycleTimestamps> {
  const current = cycle && cycleDayRange(toIsoCycleDates(cycle), timezone)
  const days = cycleDaysFromInput(sent, timezone, current)
  if (days === null) return { start_date: null, end_date: null }
  // If the days stay the same, a running or upcoming cycle is returned unchanged. A cycle that the user has ended
  // today continues until the end of the day.
  const isSame = cycle !== null && current?.first === days.first && current.last === days.last
  if (isSame && getCycleStatus(cycle) !== 'COMPLETED') return cycle
  if (await areCycleDaysTaken(ctx, timezone, days, cycle?.id))
    throw new AppError('conflict', cycleDaysTakenMessage)
  return computeCycleTimestamps(
    days,
    timezone,
    cycle !== null && current?.first === days.first ? cycle.start_date : null,
  )
}

/**
 * Returns the first and last day of a cycle, or null for a cycle without dates. Throws `invalid` if the days are not
 * a valid range.
 */
export function cycleDaysFromInput(
  sent: CycleDatesInput,
  timezone: string,
  current: DayRange | null = null,
): DayRange | null {
  const first = sent.start_date === undefined ? (current?.first ?? null) : dayOf(sent.start_date, timezone)
  const last = sent.end_date === undefined ? (current?.last ?? null) : dayOf(sent.end_date, timezone)
  const problem = cycleDaysProblem(first, last)
  if (problem !== null) throw invalid('start_date', problems[problem])
  return first === null || last === null ? null : { first, last }
}

const problems = {
  one_missing: 'Both start date and end date are either required or are to be null',
  order: 'Start date cannot exceed end date',
  too_long: `A cycle can have at most ${maxCycleDays} days.`,
  no_day: 'Enter a date between the years 1000 and 2999.',
}

/**
 * Returns true if another cycle of the project, which may be archived, overlaps these days. `id` is the id of the cycle
 * that gets these days.
 */
export async function areCycleDaysTaken(
  ctx: ProjectContext,
  timezone: string,
  days: DayRange,
  id?: string,
): Promise<boolean> {
  const all = await loadCycleDates(ctx)
  const current = all.find((cycle) => cycle.id === id) ?? null
  const dates = cycleDatesForDays(days, timezone, current)
  return all.some((other) => other.id !== id && doCyclesOverlap(dates, other))
}

/** Returns true if a cycle overlaps another cycle of the project, which may be archived. */
export async function doesCycleOverlap(
  ctx: ProjectContext,
  cycle: CycleTimestamps & { id: string },
): Promise<boolean> {
  const dates = toIsoCycleDates(cycle)
  return (await loadCycleDates(ctx)).some((other) => other.id !== cycle.id && doCyclesOverlap(dates, other))
}

async function loadCycleDates({ em, project }: ProjectContext): Promise<(CycleDates & { id: string })[]> {
  const cycles = await query(em)
    .selectFrom('cycles')
    .select(['id', 'start_date', 'end_date'])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where('start_date', 'is not', null)
    .execute()
  return cycles.map((cycle) => ({ id: cycle.id, ...toIsoCycleDates(cycle) }))
}

function dayOf(sent: NonNullable<Sent> | null, timezone: string): string | null {
  return sent === null || sent.length === 10 ? sent : localDay(Date.parse(sent), timezone)
}

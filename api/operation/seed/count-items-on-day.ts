import type { WorkItem } from '../../work/work-items/entity.ts'
import type { SampleEstimate } from './sample-estimate.ts'

/**
 * Counts the items by their state at the end of a day. Items that were completed after that day count as
 * started.
 */
export function countItemsOnDay(
  items: readonly WorkItem[],
  day: string,
  dayOf: (moment: Date) => string,
  { amountOf }: SampleEstimate,
) {
  const counts = {
    ...{ backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 },
    ...{
      backlog_points: 0,
      unstarted_points: 0,
      started_points: 0,
      completed_points: 0,
      cancelled_points: 0,
    },
  }
  for (const { created_at, completed_at, state__group, estimate_point } of items) {
    if (dayOf(created_at) > day || state__group === 'triage') continue
    const isLater = completed_at !== null && dayOf(completed_at) > day
    const group = isLater ? 'started' : state__group
    counts[group] += 1
    counts[`${group}_points`] += amountOf(estimate_point)
  }
  return counts
}

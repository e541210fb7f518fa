import type { EntityManager } from '@mikro-orm/postgresql'
import { computeCycleTimestamps } from '#common/planning/cycles/timestamps.ts'
import { type DayRange, listDaysInRange } from '#common/planning/figures/days.ts'
import { addDays, createClock, localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { type Cycle, CycleDailyStatsEntity, CycleEntity } from '../../planning/cycles/entity.ts'
import { freezeCycleStats } from '../../planning/cycles/freeze.ts'
import { newCycleOrModuleColumns } from '../../planning/cycles-and-modules/commands.ts'
import type { WorkItem } from '../../work/work-items/entity.ts'
import { countItemsOnDay } from './count-items-on-day.ts'
import { timestampFromToday } from './dates.ts'
import type { SampleEstimate } from './sample-estimate.ts'
import type { SampleTranslator } from './sample-translator.ts'

interface SampleCycle {
  name: string
  description: string
  /** First and last day of the cycle, in days relative to today. */
  first: number
  last: number
  /** Number of unstarted items that are planned for the cycle. */
  takes: number
}

/** Sample cycles of two weeks each: completed, current and upcoming. */
const sampleCycles: SampleCycle[] = [
  {
    name: 'Payments',
    description: 'Whoever finds a berth can pay for it.',
    first: -20,
    last: -7,
    takes: 0,
  },
  {
    name: 'Map and filters',
    description: 'A berth that fits the boat in a minute.',
    first: -6,
    last: 7,
    takes: 4,
  },
  {
    name: 'Ready for the season',
    description: 'What the first harbours have asked for.',
    first: 8,
    last: 21,
    takes: 7,
  },
]

interface Planned {
  row: Cycle
  days: DayRange
  takes: number
}

type Planning = Pick<WorkItem, 'completed_at' | 'state__group'>

export interface SampleCycles {
  /**
   * Returns the id of the cycle for a new item, or null. Call it only once for each item, since it fills the
   * cycles in order.
   */
  cycleOf(item: Planning): string | null
  /**
   * Stores how many items of each cycle were in each state group on each day. Call it after all items are
   * created.
   */
  fill(items: readonly WorkItem[], estimate: SampleEstimate): Promise<void>
}

/**
 * Creates three cycles. Completed items belong to the cycle of their completion date, started items to the
 * current cycle, and some unstarted items to the next cycle.
 */
export async function createSampleCycles(
  em: EntityManager,
  project: Project,
  ownerId: string,
  translate: SampleTranslator,
): Promise<SampleCycles> {
  const clock = createClock(project.timezone)
  const dayOf = (moment: Date) => localDay(moment.getTime(), project.timezone)
  const cycles = sampleCycles.map(({ name, description, first, last, takes }, at): Planned => {
    const days = { first: addDays(clock.today, first), last: addDays(clock.today, last) }
    const row = em.create(CycleEntity, {
      name: translate(name),
      description: translate(description),
      id: newId(),
      ...newCycleOrModuleColumns(project.workspace_id, project.id, ownerId),
      ...computeCycleTimestamps(days, project.timezone),
      owned_by_id: ownerId,
      logo_props: {},
      sort_order: firstPosition + at * positionStep,
      progress_snapshot: null,
      created_at: timestampFromToday(first - 3, at),
    })
    return { row, days, takes }
  })
  // Insert the cycles now, because items reference them and the triggers of items look them up.
  await em.flush()
  return {
    cycleOf: planner(cycles, clock.today, dayOf),
    async fill(items, estimate) {
      for (const { row, days } of cycles) {
        const own = items.filter((item) => item.cycle_id === row.id)
        for (const day of listDaysInRange(days))
          if (day < clock.today)
            em.create(CycleDailyStatsEntity, {
              cycle_id: row.id,
              day,
              ...countItemsOnDay(own, day, dayOf, estimate),
            })
      }
      await em.flush()
      for (const { row, days } of cycles) if (days.last < clock.today) await freezeCycleStats(em, row.id)
    },
  }
}

function planner(cycles: readonly Planned[], today: string, dayOf: (moment: Date) => string) {
  const on = (day: string) => cycles.find(({ days }) => days.first <= day && day <= days.last)
  const waiting = cycles.flatMap((cycle) => Array.from({ length: cycle.takes }, () => cycle))
  const planned = ({ completed_at, state__group }: Planning): Planned | undefined => {
    if (completed_at !== null) return on(dayOf(completed_at))
    if (state__group === 'started') return on(today)
    return state__group === 'unstarted' ? waiting.shift() : undefined
  }
  return (item: Planning) => planned(item)?.row.id ?? null
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type CycleDays, eachDay } from '#common/cycles/rules.ts'
import { newId } from '#common/ids.ts'
import { addDays, clockIn, localDay } from '#common/listing/clock.ts'
import { firstPosition, positionStep } from '#common/positions.ts'
import { type Cycle, CycleDayEntity, CycleEntity } from '../cycles/entity.ts'
import { freeze } from '../cycles/freeze.ts'
import type { Project } from '../projects/entity.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { momentFrom } from './dates.ts'

interface SampleCycle {
  name: string
  description: string
  /** Days from today, both included. */
  first: number
  last: number
}

/** One that is over, one that runs and one ahead, of two weeks each. */
const sampleCycles: SampleCycle[] = [
  { name: 'Payments', description: 'Whoever finds a berth can pay for it.', first: -20, last: -7 },
  { name: 'Map and filters', description: 'A berth that fits the boat in a minute.', first: -6, last: 7 },
  {
    name: 'Ready for the season',
    description: 'What the first harbours have asked for.',
    first: 8,
    last: 21,
  },
]

/** Of what is still to be done, how much is planned: for the one that runs, and for the one ahead. */
const planned = [4, 7]

/** Plans the items of the sample: what was done by the days on which it was, what is being done, and some of what is to come. */
export async function createCycles(
  em: EntityManager,
  project: Project,
  items: readonly WorkItem[],
  ownerId: string,
): Promise<void> {
  const clock = clockIn(project.timezone)
  const cycles: Planned[] = sampleCycles.map(({ name, description, first, last }, at) => {
    const days = { first: addDays(clock.today, first), last: addDays(clock.today, last) }
    const row = em.create(CycleEntity, {
      id: newId(),
      workspace_id: project.workspace_id,
      project_id: project.id,
      name,
      description,
      start_date: new Date(Date.parse(clock.startOf(days.first)) + 1000),
      end_date: new Date(Date.parse(clock.startOf(addDays(days.last, 1))) - 60_000),
      owned_by_id: ownerId,
      logo_props: {},
      sort_order: firstPosition + at * positionStep,
      progress_snapshot: null,
      archived_at: null,
      deleted_at: null,
      created_at: momentFrom(first - 3, at),
      created_by: ownerId,
      updated_by: ownerId,
    })
    return { row, days, items: [] }
  })
  // Items refer to them, and their triggers look them up.
  await em.flush()
  const [over, running, ahead] = cycles
  if (!over || !running || !ahead) return
  const dayOf = (moment: Date) => localDay(moment.getTime(), project.timezone)
  const cycleFor = planner(over, running, ahead, dayOf)
  for (const item of items) {
    const cycle = cycleFor(item)
    if (cycle === undefined) continue
    item.cycle_id = cycle.row.id
    cycle.items.push(item)
  }
  await em.flush()
  for (const { row, days, items: own } of cycles) {
    for (const day of eachDay(days))
      if (day < clock.today) em.create(CycleDayEntity, dayOfCycle(row.id, day, own, dayOf))
  }
  await em.flush()
  await freeze(em, over.row.id)
}

interface Planned {
  row: Cycle
  days: CycleDays
  items: WorkItem[]
}

/** What was done was planned for the days on which it was; what is being done is for now, and the first of what waits for now and later. */
function planner(over: Planned, running: Planned, ahead: Planned, dayOf: (moment: Date) => string) {
  const waiting = [running, ahead].flatMap((cycle, at) =>
    Array.from({ length: planned[at] ?? 0 }, () => cycle),
  )
  return ({ completed_at, state__group }: WorkItem): Planned | undefined => {
    if (completed_at !== null) {
      const done = dayOf(completed_at)
      return [over, running].find(({ days }) => days.first <= done && done <= days.last)
    }
    if (state__group === 'started') return running
    return state__group === 'unstarted' ? waiting.shift() : undefined
  }
}

/** As it was at the end of a day, had one planned what there was: what was done since was being done. */
function dayOfCycle(
  cycle_id: string,
  day: string,
  items: readonly WorkItem[],
  dayOf: (moment: Date) => string,
) {
  const counts = { backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 }
  for (const { created_at, completed_at, state__group } of items) {
    if (dayOf(created_at) > day || state__group === 'triage') continue
    const isLater = completed_at !== null && dayOf(completed_at) > day
    counts[isLater ? 'started' : state__group] += 1
  }
  return { cycle_id, day, ...counts }
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { listDaysInRange } from '#common/planning/figures/days.ts'
import type { ModuleStatus } from '#common/planning/modules/rules.ts'
import { addDays, createClock, localDay } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { newCycleOrModuleColumns } from '../../planning/cycles-and-modules/commands.ts'
import { ModuleDailyStatsEntity, ModuleEntity } from '../../planning/modules/entity.ts'
import type { WorkItem } from '../../work/work-items/entity.ts'
import { countItemsOnDay } from './count-items-on-day.ts'
import { timestampFromToday } from './dates.ts'
import type { SampleEstimate } from './sample-estimate.ts'
import type { SampleTranslator } from './sample-translator.ts'
import type { SampleMemberName } from './team.ts'

interface SampleModule {
  name: string
  description: string
  status: ModuleStatus
  lead: SampleMemberName
  members: SampleMemberName[]
  /** First and last day of the module, in days relative to today. */
  first: number
  last: number
  /** Matches the titles of items that belong to the module. */
  titlePattern: RegExp
}

const sampleModules: SampleModule[] = [
  {
    name: 'Payments',
    description: 'Whoever finds a berth can pay for it, and gets the money back when plans change.',
    status: 'completed',
    lead: 'Jonas',
    members: ['Jonas', 'Tomasz'],
    first: -30,
    last: -4,
    titlePattern: /pay|refund|card|invoice|price/i,
  },
  {
    name: 'Map',
    description: 'A berth that fits the boat in a minute.',
    status: 'in-progress',
    lead: 'Aisha',
    members: ['Aisha', 'Mei'],
    first: -18,
    last: 12,
    titlePattern: /map|filter|search|depth|load/i,
  },
  {
    name: 'Harbour office',
    description: 'What a harbour master needs to see in a day.',
    status: 'in-progress',
    lead: 'Priya',
    members: ['Priya', 'Leo', 'Tomasz'],
    first: -10,
    last: 25,
    titlePattern: /harbou?r|office|master|calendar|report/i,
  },
  {
    name: 'Works offline',
    description: 'There is no network between two islands.',
    status: 'planned',
    lead: 'Mei',
    members: ['Mei', 'Oskar'],
    first: 14,
    last: 45,
    titlePattern: /offline|mail|notif|push|sync/i,
  },
]

export interface SampleModules {
  /** Returns the ids of the modules that a new item belongs to. */
  idsOf(item: Pick<WorkItem, 'name' | 'state__group'>): string[]
  /**
   * Stores how many items of each module were in each state group on each day. Call it after all items are
   * created.
   */
  fill(items: readonly WorkItem[], estimate: SampleEstimate): Promise<void>
}

/** Creates four modules: one completed, two in progress and one planned. */
export async function createSampleModules(
  em: EntityManager,
  project: Project,
  team: ReadonlyMap<SampleMemberName, string>,
  translate: SampleTranslator,
): Promise<SampleModules> {
  const { today } = createClock(project.timezone)
  const dayOf = (moment: Date) => localDay(moment.getTime(), project.timezone)
  const modules = sampleModules.map(({ lead, members, first, last, titlePattern, ...module }, at) => {
    const by = team.get(lead) ?? null
    const days = { first: addDays(today, first), last: addDays(today, last) }
    const row = em.create(ModuleEntity, {
      status: module.status,
      name: translate(module.name),
      description: translate(module.description),
      id: newId(),
      ...newCycleOrModuleColumns(project.workspace_id, project.id, by),
      start_date: days.first,
      target_date: days.last,
      lead_id: by,
      member_ids: members.flatMap((name) => team.get(name) ?? []),
      link_module: [],
      logo_props: {},
      sort_order: firstPosition + at * positionStep,
      created_at: timestampFromToday(Math.min(first, 0) - 3, at),
    })
    return { row, days, titlePattern }
  })
  // Insert the modules now, because the triggers of items look them up.
  await em.flush()
  return {
    idsOf: ({ name, state__group: group }) =>
      modules
        .filter(({ row, titlePattern }) => titlePattern.test(name) && fits(row.status, group))
        .map(({ row }) => row.id),
    async fill(items, estimate) {
      for (const { row, days } of modules) {
        const own = items.filter((item) => item.module_ids.includes(row.id))
        for (const day of listDaysInRange(days))
          if (day < today)
            em.create(ModuleDailyStatsEntity, {
              module_id: row.id,
              day,
              ...countItemsOnDay(own, day, dayOf, estimate),
            })
      }
      await em.flush()
    },
  }
}

/**
 * Returns true if an item with this state group fits into a module with this status. A completed module has
 * only completed items, and a planned module has no completed items.
 */
function fits(status: ModuleStatus, group: StateGroup): boolean {
  const isDone = group === 'completed'
  return status === 'completed' ? isDone : status !== 'planned' || !isDone
}

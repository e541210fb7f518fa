import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import { emptyFieldValues, itemFields } from '#common/work/work-items/fields.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { EpicUpdateEntity } from '../../planning/epics/entity.ts'
import { StateEntity } from '../../work/states/entity.ts'
import { WorkItemEntity } from '../../work/work-items/entity.ts'
import { getOrCreateEpicTypeId } from '../../work/work-items/epic-of.ts'
import { dayFromToday, timestampFromToday } from './dates.ts'
import type { SampleTranslator } from './sample-translator.ts'
import type { SampleMemberName } from './team.ts'

interface SampleEpic {
  name: string
  text: string
  lead: SampleMemberName
  start: number
  due: number
  /** Matches the titles of top-level items that belong to the epic. */
  titlePattern: RegExp
  /** Status updates of the epic, oldest first. `ago` counts days. */
  updates: { ago: number; status: UpdateStatus; text: string }[]
}

export const sampleEpics: SampleEpic[] = [
  {
    name: 'A berth in under a minute',
    text: 'From the first look at the map to a paid berth without a detour, on a phone, in the wind.',
    lead: 'Aisha',
    start: -30,
    due: 21,
    titlePattern: /berth by map|pay with|refund|first load|photos|search finds|calendar jumps/i,
    updates: [
      { ago: 13, status: 'on_track', text: 'The map is drawn from our own tiles. Next: the filters.' },
      {
        ago: 3,
        status: 'at_risk',
        text: 'The first load takes five seconds on a slow phone; photos are the reason.',
      },
    ],
  },
  {
    name: 'Aboard without a network',
    text: 'The booking, the gate code and the way to the berth, where no bar of signal is left.',
    lead: 'Tomasz',
    start: -35,
    due: 40,
    titlePattern: /^app for|whole crew|tide and wind|sign in with a code/i,
    updates: [{ ago: 5, status: 'on_track', text: 'Tonight’s booking opens offline on the iPhone.' }],
  },
]

export function epicCreatedAt(index: number): Date {
  return timestampFromToday(-44, index + 1)
}

export interface SampleEpics {
  /** Returns the id of the epic for a top-level item by its title, or null. */
  idOf(name: string): string | null
}

interface EpicParts {
  by: string
  /** English titles of the top-level items. */
  names: readonly string[]
  /** Number of items without epics. */
  itemCount: number
  /** Returns the sequence number of an item by its English title. */
  numberOf: (name: string) => number
  translate: SampleTranslator
}

/**
 * Creates two epics with updates.
 */
export async function createSampleEpics(
  em: EntityManager,
  project: Project,
  team: ReadonlyMap<SampleMemberName, string>,
  { by, names, itemCount, numberOf, translate }: EpicParts,
): Promise<SampleEpics> {
  const type_id = await getOrCreateEpicTypeId(em, project.workspace_id, by)
  const state = await em.findOneOrFail(StateEntity, { project_id: project.id, group: 'started' })
  const epics = sampleEpics.map(({ name, text, lead, start, due, titlePattern, updates }, at) => {
    const lead_id = team.get(lead) ?? by
    const created_at = epicCreatedAt(at)
    const id = newId(created_at.getTime())
    em.create(WorkItemEntity, {
      id,
      workspace_id: project.workspace_id,
      project_id: project.id,
      sequence_id: numberOf(name),
      name: translate(name),
      description_html: `<p>${translate(text)}</p>`,
      description_stripped: translate(text),
      ...emptyFieldValues(itemFields),
      state_id: state.id,
      state__group: state.group,
      priority: at === 0 ? 'high' : 'medium',
      sort_order: firstPosition + (itemCount + at) * positionStep,
      start_date: dayFromToday(start),
      target_date: dayFromToday(due),
      completed_at: null,
      type_id,
      is_epic: true,
      sub_issues_count: names.filter((one) => titlePattern.test(one)).length,
      assignee_ids: [lead_id],
      subscriber_ids: [lead_id],
      parent_id: null,
      mention_ids: [],
      archived_at: null,
      deleted_at: null,
      deleted_by: null,
      created_at,
      updated_at: created_at,
      created_by: lead_id,
      updated_by: lead_id,
    })
    return { id, lead_id, titlePattern, updates }
  })
  // Insert the epics now. Items and updates reference them, but MikroORM does not know these relations and
  // cannot order the inserts.
  await em.flush()
  for (const { id, lead_id, updates } of epics) {
    for (const [at, { ago, status, text }] of updates.entries()) {
      const created_at = timestampFromToday(-ago, at)
      em.create(EpicUpdateEntity, {
        id: newId(created_at.getTime()),
        workspace_id: project.workspace_id,
        project_id: project.id,
        epic_id: id,
        status,
        text: translate(text),
        issue_created_by: lead_id,
        deleted_at: null,
        created_at,
        updated_at: created_at,
        created_by: lead_id,
        updated_by: lead_id,
      })
    }
  }
  return { idOf: (name) => epics.find(({ titlePattern }) => titlePattern.test(name))?.id ?? null }
}

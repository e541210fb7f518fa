import type { EntityManager } from '@mikro-orm/postgresql'
import { type IntakeStatus, intakeStatus } from '#common/planning/intake/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import { emptyFieldValues, itemFields } from '#common/work/work-items/fields.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { recountPendingIntake } from '../../planning/intake/count.ts'
import { IntakeEntity } from '../../planning/intake/entity.ts'
import { StateEntity } from '../../work/states/entity.ts'
import { WorkItemEntity } from '../../work/work-items/entity.ts'
import { timestampFromToday } from './dates.ts'
import type { SampleTranslator } from './sample-translator.ts'
import type { SampleMemberName } from './team.ts'

interface Request {
  name: string
  text: string
  by: SampleMemberName
  priority: Priority
  /** The request was created this number of days ago. */
  createdDaysAgo: number
  status: IntakeStatus
}

const { pending, snoozed, declined } = intakeStatus

/** Sample requests, oldest first. */
export const sampleRequests: Request[] = [
  {
    name: 'Print the berth plan for the harbour office',
    text: 'The office would like the plan of a day on paper, next to the door.',
    by: 'Oskar',
    priority: 'none',
    createdDaysAgo: 9,
    status: declined,
  },
  {
    name: 'Prices for multihulls',
    text: 'Catamarans take two berths with us. Can a harbour say so, and ask for more?',
    by: 'Aisha',
    priority: 'low',
    createdDaysAgo: 6,
    status: snoozed,
  },
  {
    name: 'Guests ask for the code of the showers',
    text: 'It is in the mail, but nobody finds it there once they are on the pier.',
    by: 'Mei',
    priority: 'medium',
    createdDaysAgo: 4,
    status: pending,
  },
  {
    name: 'The map forgets where I was',
    text: 'After looking at a berth, going back starts at the whole coast again.',
    by: 'Leo',
    priority: 'high',
    createdDaysAgo: 3,
    status: pending,
  },
  {
    name: 'Say how deep the water is at low tide',
    text: 'Two skippers called about their keel this week.',
    by: 'Ines',
    priority: 'none',
    createdDaysAgo: 1,
    status: pending,
  },
  {
    name: 'Berth lights cannot be booked with the berth',
    text: 'Those who arrive at night would pay for them at once.',
    by: 'Tomasz',
    priority: 'medium',
    createdDaysAgo: 0,
    status: pending,
  },
]

/** Creates the intake requests. Most of them still wait for a decision. */
export async function createSampleIntake(
  em: EntityManager,
  project: Project,
  team: Map<SampleMemberName, string>,
  { numberOf, translate }: { numberOf: (name: string) => number; translate: SampleTranslator },
): Promise<void> {
  const triage = await em.findOneOrFail(StateEntity, { project_id: project.id, group: 'triage' })
  const within = { workspace_id: project.workspace_id, project_id: project.id }
  const rows = sampleRequests.map(({ name, text, by, priority, createdDaysAgo, status }, at) => {
    const created_at = timestampFromToday(-createdDaysAgo, at)
    const author = team.get(by) ?? null
    const id = newId(created_at.getTime())
    const all = { ...within, id, created_at, updated_at: created_at, created_by: author, updated_by: author }
    em.create(WorkItemEntity, {
      ...all,
      name: translate(name),
      description_html: `<p>${translate(text)}</p>`,
      description_json: null,
      description_stripped: translate(text),
      sequence_id: numberOf(name),
      ...emptyFieldValues(itemFields),
      state_id: triage.id,
      state__group: triage.group,
      priority,
      sort_order: firstPosition + at * positionStep,
      completed_at: null,
      parent_id: null,
      type_id: null,
      subscriber_ids: author === null ? [] : [author],
      mention_ids: [],
      archived_at: null,
      deleted_at: null,
      deleted_by: null,
    })
    return { ...all, status, snoozed_till: status === snoozed ? inDays(5) : null }
  })
  // Insert the items before their intake rows, because MikroORM does not know this relation and cannot order
  // the inserts.
  await em.flush()
  for (const row of rows)
    em.create(IntakeEntity, { ...row, duplicate_to: null, source: 'IN_APP', source_email: null })
  await em.flush()
  await recountPendingIntake(em, project.id)
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000)
}

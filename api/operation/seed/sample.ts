import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/platform/ids.ts'
import { emojiLogo } from '#common/platform/logo.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import { role } from '#common/platform/roles.ts'
import { emptyFieldValues, itemFields } from '#common/work/work-items/fields.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { insertProject } from '../../organization/projects/insert-project.ts'
import { joinProject } from '../../organization/projects/join.ts'
import { PageEntity } from '../../pages/pages/entity.ts'
import { query } from '../../platform/db/orm.ts'
import { LabelEntity } from '../../work/labels/entity.ts'
import { StateEntity } from '../../work/states/entity.ts'
import { type WorkItem, WorkItemEntity } from '../../work/work-items/entity.ts'
import { dayFromToday, sampleAgeInDays, timestampFromToday } from './dates.ts'
import { firstFreeProjectName } from './free-name.ts'
import { createSampleActivities } from './sample-activities.ts'
import { createSampleCycles, type SampleCycles } from './sample-cycles.ts'
import { createSampleEpics } from './sample-epics.ts'
import { createSampleEstimate, type SampleEstimate } from './sample-estimate.ts'
import { createSampleIntake } from './sample-intake.ts'
import { type SampleItem, sampleItems } from './sample-items.ts'
import { createSampleModules, type SampleModules } from './sample-modules.ts'
import { createSampleNumbers } from './sample-numbers.ts'
import { samplePages } from './sample-pages.ts'
import { sampleTexts } from './sample-texts.ts'
import { createSampleTranslator, type SampleTranslator } from './sample-translator.ts'
import { createSampleTeam, type SampleMemberName } from './team.ts'

interface Place {
  workspace_id: string
  /**
   * The user who requested the sample. This user becomes admin of the sample project and assignee of some
   * items.
   */
  user_id: string
  /** Code of the language of the sample texts. */
  language: string
}

/**
 * Creates the sample project with a team, labels, about sixty work items, three cycles, four modules, two
 * epics, estimates and two pages. Does nothing if the sample project already exists. Returns the project's id.
 * It must be called within `runInChangeBatch`, so that clients receive the whole project.
 */
export async function createSampleProject(
  em: EntityManager,
  { workspace_id, user_id, language }: Place,
): Promise<string> {
  // Lock the workspace, so that two concurrent calls cannot create two samples.
  await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspace_id)
    .forNoKeyUpdate()
    .execute()
  const existing = await findSample(em, workspace_id)
  if (existing !== null) return existing
  const translate = createSampleTranslator(language)
  const created_at = timestampFromToday(-sampleAgeInDays, 0)
  const team = await createSampleTeam(em, workspace_id, created_at)
  // The user who requests the sample did nothing in the past, so a member of the sample team is the author.
  const author = team.get('Priya') ?? user_id
  const project = await insertProject(em, {
    ...(await firstFreeProjectName(em, workspace_id, 'Harbor', 'HARB')),
    workspace_id,
    description: translate(
      'Book a berth in a small marina. A sample to look around in: change whatever you like.',
    ),
    logo_props: emojiLogo('🌊'),
    project_lead: author,
    cycle_view: true,
    inbox_view: true,
    module_view: true,
    is_epic_enabled: true,
    created_at,
    updated_at: created_at,
    admins: [user_id],
    by: author,
  })
  for (const person of team.values())
    await joinProject(em, project, { user_id: person, role: role.member, by: author, joined_at: created_at })
  const cycles = await createSampleCycles(em, project, author, translate)
  const modules = await createSampleModules(em, project, team, translate)
  const estimate = await createSampleEstimate(em, project, author)
  const numbers = createSampleNumbers()
  const numberOf = (name: string) => numbers.get(name) ?? 0
  const parts = { cycles, modules, estimate, numberOf, translate }
  const items = await createItems(em, project, team, { user_id, author }, parts)
  await cycles.fill(items, estimate)
  await modules.fill(items, estimate)
  await createSampleIntake(em, project, team, { numberOf, translate })
  await query(em)
    .updateTable('project_sequences')
    .set({ last: numbers.size })
    .where('project_id', '=', project.id)
    .execute()
  await createPages(em, project, author, translate)
  return project.id
}

/**
 * Finds the sample project by its pages, which belong to sample users. Its name, lead and members are not
 * compared, because users may have changed them.
 */
async function findSample(em: EntityManager, workspaceId: string): Promise<string | null> {
  const found = await query(em)
    .selectFrom('pages as g')
    .innerJoin('projects as p', (join) => join.on(sql<boolean>`p.id = any(g.project_ids)`))
    .innerJoin('users as u', 'u.id', 'g.owned_by')
    .select('p.id')
    .where('g.workspace_id', '=', workspaceId)
    .where('p.deleted_at', 'is', null)
    .where('u.is_bot', '=', true)
    .where('u.is_service_account', '=', false)
    .executeTakeFirst()
  return found?.id ?? null
}

interface SampleParts {
  cycles: SampleCycles
  modules: SampleModules
  estimate: SampleEstimate
  numberOf: (name: string) => number
  translate: SampleTranslator
}

async function createItems(
  em: EntityManager,
  project: Project,
  team: Map<SampleMemberName, string>,
  { user_id, author: lead }: { user_id: string; author: string },
  { cycles, modules, estimate, numberOf, translate }: SampleParts,
): Promise<WorkItem[]> {
  const allStates = await em.find(StateEntity, { project_id: project.id })
  const states = new Map(allStates.map((state) => [state.name, state]))
  const labels = await labelsByName(em, project, lead)
  const people = new Map<string, string>([...team, ['you', user_id]])
  const idsByName = new Map<string, string>()
  const wholes = sampleItems.flatMap(({ name, part_of }) => (part_of === null ? [name] : []))
  const epics = await createSampleEpics(em, project, team, {
    by: lead,
    names: wholes,
    itemCount: sampleItems.length,
    numberOf,
    translate,
  })
  const items: WorkItem[] = []
  for (const [at, item] of sampleItems.entries()) {
    const state = states.get(item.state)
    if (state === undefined) continue
    const created_at = timestampFromToday(-item.createdDaysAgo, at)
    const id = newId(created_at.getTime())
    idsByName.set(item.name, id)
    const epic_id = epics.idOf(item.part_of ?? item.name)
    const assignee_ids = idsOf(item.people, people)
    const author = assignee_ids.find((id) => id !== user_id) ?? lead
    const dates = datesOf(item, at)
    const row = em.create(WorkItemEntity, {
      ...unusedFields,
      ...textOf(item, translate),
      ...dates,
      cycle_id: cycles.cycleOf({ ...dates, state__group: state.group }),
      module_ids: modules.idsOf({ name: item.name, state__group: state.group }),
      estimate_point: estimate.valueOf(at),
      id,
      workspace_id: project.workspace_id,
      project_id: project.id,
      sequence_id: numberOf(item.name),
      name: translate(item.name),
      state_id: state.id,
      state__group: state.group,
      priority: item.priority,
      sort_order: firstPosition + at * positionStep,
      epic_id,
      parent_id: item.part_of === null ? epic_id : (idsByName.get(item.part_of) ?? null),
      sub_issues_count: partsOf(item),
      assignee_ids,
      subscriber_ids: [...new Set([author, ...assignee_ids])],
      label_ids: idsOf(item.labels, labels),
      created_at,
      created_by: author,
      updated_by: author,
    })
    items.push(row)
    // Insert parents before their sub-items, because MikroORM does not know this relation and cannot order
    // the inserts.
    if (partsOf(item) > 0) await em.flush()
  }
  await em.flush()
  await createSampleActivities(em, items, allStates)
  return items
}

async function labelsByName(
  em: EntityManager,
  project: Project,
  userId: string,
): Promise<Map<string, string>> {
  const labels = await em.find(LabelEntity, { project_id: project.id })
  const ids = new Map(labels.map((label) => [label.name, label.id]))
  const more = [
    { name: 'Design', color: '#F78DA7' },
    { name: 'Mobile', color: '#FCB900' },
    { name: 'iOS', color: '#8ED1FC', parent: 'Mobile' },
    { name: 'Android', color: '#00D084', parent: 'Mobile' },
  ]
  for (const [at, { name, color, parent }] of more.entries()) {
    const id = newId()
    ids.set(name, id)
    em.create(LabelEntity, {
      id,
      workspace_id: project.workspace_id,
      project_id: project.id,
      name,
      color,
      parent: parent === undefined ? null : (ids.get(parent) ?? null),
      sort_order: (labels.length + at + 1) * positionStep,
      deleted_at: null,
      created_at: project.created_at,
      created_by: userId,
      updated_by: userId,
    })
    await em.flush()
  }
  return ids
}

async function createPages(
  em: EntityManager,
  project: Project,
  ownerId: string,
  translate: SampleTranslator,
): Promise<void> {
  for (const [at, { name, blocks }] of samplePages.entries()) {
    const html = blocks.map(translate).join('')
    const written_at = timestampFromToday(-6 * (samplePages.length - at), at)
    em.create(PageEntity, {
      id: newId(written_at.getTime()),
      workspace_id: project.workspace_id,
      project_ids: [project.id],
      name: translate(name),
      description_html: html,
      description_stripped: plainText(html),
      description_json: null,
      owned_by: ownerId,
      access: 0,
      logo_props: {},
      view_props: { full_width: false },
      label_ids: [],
      parent: null,
      sort_order: firstPosition + at * positionStep,
      archived_at: null,
      shares: {},
      publication: null,
      deleted_at: null,
      created_at: written_at,
      updated_at: written_at,
      created_by: ownerId,
      updated_by: ownerId,
    })
  }
  await em.flush()
}

/** Values of the fields that no sample item sets. */
const unusedFields = {
  ...emptyFieldValues(itemFields),
  mention_ids: [],
  type_id: null,
  archived_at: null,
  deleted_at: null,
}

function datesOf({ state, start, due, done, createdDaysAgo }: SampleItem, at: number) {
  // Nobody has changed an item in the backlog since its creation.
  const changedDaysAgo = state === 'Backlog' ? createdDaysAgo : (done ?? Math.min(createdDaysAgo - 1, 3))
  return {
    start_date: start === null ? null : dayFromToday(start),
    target_date: due === null ? null : dayFromToday(due),
    completed_at: done === null ? null : timestampFromToday(-done, at),
    updated_at: timestampFromToday(-changedDaysAgo, at),
  }
}

function partsOf({ name }: SampleItem): number {
  return sampleItems.filter((other) => other.part_of === name).length
}

function textOf({ name }: SampleItem, translate: SampleTranslator) {
  const english = sampleTexts[name]
  const text = english === undefined ? undefined : translate(english)
  return text === undefined ? {} : { description_html: text, description_stripped: plainText(text) }
}

/** Removes the tags. The sample texts contain no HTML entities, so nothing needs to be decoded. */
function plainText(html: string): string {
  return html
    .replace(/<\/(p|h\d|li)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/\n+/g, '\n')
    .trim()
}

function idsOf(names: readonly string[], ids: Map<string, string>): string[] {
  return names.flatMap((name) => ids.get(name) ?? [])
}

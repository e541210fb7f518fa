import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { emojiLogo } from '#common/platform/logo.ts'
import { positionStep } from '#common/platform/positions.ts'
import { role } from '#common/platform/roles.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { insertProject } from '../../organization/projects/insert-project.ts'
import { joinProject } from '../../organization/projects/join.ts'
import { writeSearchEntries } from '../../personal/search/write-entries.ts'
import { query } from '../../platform/db/orm.ts'
import { LabelEntity } from '../../work/labels/entity.ts'
import { StateEntity } from '../../work/states/entity.ts'
import { firstFreeProjectName } from './free-name.ts'
import { sampleDescriptions, sampleTitleEndings, sampleTitleObjects, sampleTitleVerbs } from './phrases.ts'
import { createSampleTeam } from './team.ts'

interface Filling {
  workspace_id: string
  user_id: string
  items: number
  onProgress: (count: number) => void
}

/** Number of items of each state group per hundred items. After a year of work, most items are completed. */
const share: Record<StateGroup, number> = {
  backlog: 24,
  unstarted: 16,
  started: 10,
  completed: 44,
  cancelled: 6,
  triage: 0,
}

const priorities = [
  'urgent',
  'high',
  'high',
  'medium',
  'medium',
  'medium',
  'medium',
  'low',
  'low',
  'none',
  'none',
  'none',
]

/**
 * Creates a project and fills it with items. It must be called within `runInChangeBatch`. One transaction
 * inserts all rows, so no client has loaded part of the project before the commit. The change feed therefore
 * gets one change for the project, instead of one for each item. PostgreSQL generates the rows in batches.
 */
export async function createFilledSampleProject(
  em: EntityManager,
  { workspace_id, user_id, items, onProgress }: Filling,
): Promise<Project> {
  const team = [...(await createSampleTeam(em, workspace_id)).values()]
  const project = await insertProject(em, {
    ...(await firstFreeProjectName(em, workspace_id, 'Core product', 'CORE')),
    workspace_id,
    description: 'Made by the seed command, with as many work items as were asked for.',
    logo_props: emojiLogo('🧱'),
    admins: [user_id],
    by: user_id,
  })
  for (const person of team)
    await joinProject(em, project, { user_id: person, role: role.member, by: user_id })
  const choices = await choicesFor(em, project, [...team, user_id])
  for (let from = 1; from <= items; from += batchSize) {
    const to = Math.min(items, from + batchSize - 1)
    await insertItems(em, project, choices, { from, to, items })
    await indexItems(em, project, { from, to })
    onProgress(to)
  }
  await query(em)
    .updateTable('project_sequences')
    .set({ last: items })
    .where('project_id', '=', project.id)
    .execute()
  return project
}

/**
 * Adds the items to the search index. The index usually follows recorded changes, but no changes are recorded
 * for these items.
 */
async function indexItems(em: EntityManager, project: Project, { from, to }: { from: number; to: number }) {
  const rows = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where('project_id', '=', project.id)
    .where('sequence_id', '>=', from)
    .where('sequence_id', '<=', to)
    .execute()
  await writeSearchEntries(
    em,
    project.workspace_id,
    'work_items',
    rows.map(({ id }) => id),
  )
}

/**
 * Number of items in a block of parents with their sub-items. The size of a batch is a multiple of this
 * number, so that one statement inserts parents together with their sub-items.
 */
const blockSize = 36
const batchSize = blockSize * 300

interface Choices {
  states: { id: string; group: StateGroup }[]
  people: string[][]
  labels: string[][]
  authors: string[]
}

async function choicesFor(em: EntityManager, project: Project, people: string[]): Promise<Choices> {
  const states = await em.find(StateEntity, { project_id: project.id })
  const labels = await em.find(LabelEntity, { project_id: project.id })
  return {
    states: states.flatMap(({ id, group }) => Array.from({ length: share[group] }, () => ({ id, group }))),
    people: combinations(people),
    labels: combinations(labels.map((label) => label.id)),
    authors: people,
  }
}

/**
 * Returns the combinations of ids that the generated items use: each id alone, each id together with the next
 * id, and some empty combinations.
 */
function combinations(ids: string[]): string[][] {
  const pairs = ids.map((id, at) => [id, ids[(at + 1) % ids.length] ?? id])
  return [
    ...ids.map((id) => [id]),
    ...ids.map((id) => [id]),
    ...pairs,
    ...ids.flatMap((_, at) => (at % 2 === 0 ? [[]] : [])),
  ]
}

async function insertItems(
  em: EntityManager,
  project: Project,
  { states, people, labels, authors }: Choices,
  { from, to, items }: { from: number; to: number; items: number },
): Promise<void> {
  const state = pick(states.length)
  const word = (words: string[], above: number) =>
    sql`(${words}::text[])[1 + (d.k / ${sql.lit(above)}) % ${sql.lit(words.length)}]`
  const [verbCount, objectCount] = [sampleTitleVerbs.length, sampleTitleObjects.length]
  const total = verbCount * objectCount * sampleTitleEndings.length
  await sql`
    with made as materialized (
      select n, k, uuidv7(-age) as id, now() - age as at, state, parts, whole,
        random() as luck, ${pick(people.length)} as people, ${pick(labels.length)} as labels, ${pick(authors.length)} as author,
        ${pick(priorities.length)} as priority, ${pick(sampleDescriptions.length * 3)} as words
      from (
        select n, (n::bigint * 7919) % ${sql.lit(total)} as k, ${state} as state,
          (1 - n::float / ${sql.lit(items)}) * interval '330 days' + random() * interval '20 hours' as age,
          ((n - 1) % ${sql.lit(blockSize)} = 0)::int * ((n + 3 <= ${sql.lit(to)})::int + (n + 7 <= ${sql.lit(to)})::int) as parts,
          case when (n - 1) % ${sql.lit(blockSize)} in (3, 7) then n - (n - 1) % ${sql.lit(blockSize)} end as whole
        from generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) n
      ) numbered
    ), dated as (
      select made.*, (${people.map(literal)}::text[])[made.people]::uuid[] as assigned, (${authors}::uuid[])[made.author] as author_id,
        (${states.map((one) => one.id)}::uuid[])[state] as state_id,
        (${states.map((one) => one.group)}::text[])[state] as state_group,
        at + (now() - at) * luck as touched,
        case when luck < 0.3 then current_date + (luck * 150)::int - 12 end as start_day
      from made
    )
    insert into work_items (
      id, workspace_id, project_id, sequence_id, name, description_html, description_stripped, state_id, state__group, priority,
      sort_order, start_date, target_date, completed_at, parent_id, assignee_ids, subscriber_ids, label_ids, sub_issues_count,
      created_at, updated_at, created_by, updated_by
    )
    select d.id, ${project.workspace_id}, ${project.id}, d.n,
      trim(${word(sampleTitleVerbs, 1)} || ' ' || ${word(sampleTitleObjects, verbCount)} || ' ' || ${word(sampleTitleEndings, verbCount * objectCount)}),
      coalesce((${sampleDescriptions}::text[])[d.words], '<p></p>'), coalesce((${sampleDescriptions.map(plain)}::text[])[d.words], ''),
      d.state_id, d.state_group, (${priorities}::text[])[d.priority], d.n::float * ${sql.lit(positionStep)},
      case when d.state_group in ('completed', 'cancelled') then d.at::date else d.start_day end,
      case when d.state_group in ('completed', 'cancelled') then d.touched::date
        when d.luck < 0.5 then coalesce(d.start_day, current_date) + (d.luck * 40)::int end,
      case when d.state_group = 'completed' then d.touched end,
      whole.id, d.assigned, case when d.author_id = any(d.assigned) then d.assigned else d.assigned || d.author_id end, (${labels.map(literal)}::text[])[d.labels]::uuid[], d.parts,
      d.at, d.touched, d.author_id, d.author_id
    from dated d left join made whole on whole.n = d.whole
    order by d.n`.execute(query(em))
}

/** Returns SQL for a random index into a list of this length. In PostgreSQL, array indexes start at one. */
function pick(length: number): RawBuilder<number> {
  return sql<number>`1 + floor(random() * ${sql.lit(length)})::int`
}

/**
 * Converts the ids to a PostgreSQL array literal. PostgreSQL has no nested arrays of different lengths, so
 * each inner array is passed as text.
 */
function literal(ids: string[]): string {
  return `{${ids.join(',')}}`
}

function plain(html: string): string {
  return html
    .replace(/<\/(p|li)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/\n+/g, '\n')
    .trim()
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { replaceMentionIdsByNames } from '../../access/name-mentions.ts'
import type { Job, JobPorts } from '../../platform/context/job.ts'
import { defineEvent, emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import type { ChangeHandlerPorts, FeedChange } from '../../platform/feed/reader.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { updateQuotesOfComments } from './follow-comments.ts'

interface ChangedTeam {
  workspace_id: string
  teamspace_id: string
}

/**
 * Updates the names of a teamspace in stored plain texts after the teamspace was renamed, became private or public,
 * or was deleted. Plain texts contain the names of mentioned public teamspaces, and people who cannot see a private
 * teamspace must not read its name in comments, notifications and old versions. The HTML contains only ids, so the
 * plain text is derived from it again.
 */
export const updateTeamNamesJob: Job<ChangedTeam> = {
  // Earlier versions of Tandem used this name for the job, and jobs that they enqueued must still run after an
  // update.
  name: 'hide-team-names',
  retries: 5,
  retryAfter: [30, 3600],
  endsWithin: 3600,
  run: updateTeamNames,
}

/**
 * This event is emitted after the stored plain texts of rows were updated. The change feed contains no changes of
 * these rows.
 */
export const plainTextsUpdated = defineEvent<{
  workspace_id: string
  table: TextSource['table']
  ids: readonly string[]
}>('notifications.plain-texts-updated')

/** Enqueues `updateTeamNamesJob` for each teamspace that was deleted, or whose name or access changed. */
export async function updateNamesOfChangedTeams(
  em: EntityManager,
  workspace_id: string,
  changes: readonly FeedChange[],
  { enqueue }: ChangeHandlerPorts,
): Promise<void> {
  const changed = changes.filter(({ entity, op, fields, old_fields }) => {
    if (entity !== 'teamspaces') return false
    // A created teamspace is not mentioned in any text yet. The `fields` of an update may also contain unchanged
    // values, so compare them with `old_fields`.
    if (op !== 'update') return op === 'delete'
    const before = old_fields ?? {}
    return ['name', 'access'].some((field) => field in before && fields[field] !== before[field])
  })
  for (const teamspace_id of new Set(changed.map(({ id }) => id)))
    await enqueue(em, updateTeamNamesJob, { workspace_id, teamspace_id })
}

type TextPorts = Pick<JobPorts, 'orm' | 'documents'>

async function updateTeamNames(team: ChangedTeam, ports: TextPorts): Promise<void> {
  for (const source of sources) {
    let last = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await readTexts(ports, team, source, last)
      for (const { id, html } of rows)
        if (html !== null) await updateText(ports, team.workspace_id, source, { id, html })
      last = rows.at(-1)?.id ?? last
      if (rows.length < batchSize) break
    }
  }
}

/** Number of rows that one statement reads. */
const batchSize = 500

interface TextSource {
  table:
    | 'work_item_comments'
    | 'page_comments'
    | 'work_items'
    | 'pages'
    | 'description_version_texts'
    | 'page_version_texts'
  id: 'id' | 'version_id'
  text: 'comment' | 'description'
  /** For tables of version texts: the table that contains the workspace of each version. */
  versions?: 'description_versions' | 'page_versions'
}

const sources: readonly TextSource[] = [
  { table: 'work_item_comments', id: 'id', text: 'comment' },
  { table: 'page_comments', id: 'id', text: 'comment' },
  { table: 'work_items', id: 'id', text: 'description' },
  { table: 'pages', id: 'id', text: 'description' },
  {
    table: 'description_version_texts',
    id: 'version_id',
    text: 'description',
    versions: 'description_versions',
  },
  { table: 'page_version_texts', id: 'version_id', text: 'description', versions: 'page_versions' },
]

interface MentioningText {
  id: string
  html: string
}

/** Returns the next rows of the workspace, with the HTML of those that mention the teamspace. */
async function readTexts(
  { orm }: TextPorts,
  { workspace_id, teamspace_id }: ChangedTeam,
  { table, id, text, versions }: TextSource,
  after: string,
): Promise<{ id: string; html: string | null }[]> {
  const html = sql.ref(`t.${text}_html`)
  const owner = versions === undefined ? sql`` : sql`join ${sql.table(versions)} v on v.id = t.version_id`
  const { rows } = await sql<{ id: string; html: string | null }>`
    select ${sql.ref(`t.${id}`)} as id,
      case when strpos(${html}, ${`entity_identifier="${teamspace_id}"`}) > 0 then ${html} end as html
    from ${sql.table(table)} t ${owner}
    where ${sql.ref(versions === undefined ? 't.workspace_id' : 'v.workspace_id')} = ${workspace_id}
      and ${sql.ref(`t.${id}`)} > ${after}
    order by ${sql.ref(`t.${id}`)} limit ${batchSize}`.execute(query(orm.em.fork()))
  return rows
}

/** Derives the plain text from the HTML again, unless the text was edited in the meantime. */
async function updateText(
  { orm, documents }: TextPorts,
  workspaceId: string,
  { table, id: key, text }: TextSource,
  { id, html }: MentioningText,
): Promise<void> {
  const em = orm.em.fork() as EntityManager
  // The HTML is converted outside of the transaction, because the conversion may be slow.
  const derived = await documents.derive(em, { html }, workspaceId, text)
  const named = new TextDecoder().decode(derived.text)
  const plain = await replaceMentionIdsByNames(em, workspaceId, named, derived.mention_ids)
  const stripped = `${text}_stripped`
  await runInChangeBatch(orm.em, systemActor, async (inner) => {
    // Do not record a change for the change feed, because clients do not sync plain texts.
    const { rows } = await sql`
      update ${sql.table(table)} t set ${sql.ref(stripped)} = ${plain}
      where ${sql.ref(`t.${key}`)} = ${id} and ${sql.ref(`t.${text}_html`)} = ${html}
        and ${sql.ref(`t.${stripped}`)} <> ${plain}
      returning ${sql.ref(`t.${key}`)}`.execute(query(inner))
    if (rows.length === 0) return
    await emitEvent(inner, plainTextsUpdated, { workspace_id: workspaceId, table, ids: [id] })
    // Update the notifications too, because they quote the beginning of the comment.
    if (text === 'comment') await updateQuotesOfComments(inner, [id])
  })
}

const systemActor = { actor_id: null, mutation_id: null }

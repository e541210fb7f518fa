import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Job } from '../../platform/context/job.ts'
import { query } from '../../platform/db/orm.ts'
import type { ChangeHandlerPorts, FeedChange } from '../../platform/feed/reader.ts'

interface HiddenTeam {
  workspace_id: string
  teamspace_id: string
}

/**
 * Removes the names of a teamspace from stored plain texts after the teamspace became private or was deleted. Plain
 * texts contain the names of mentioned teamspaces, and people who cannot see the teamspace read them in comments,
 * notifications and old versions. The HTML contains only ids.
 */
export const hideTeamNamesJob: Job<HiddenTeam> = {
  name: 'hide-team-names',
  retries: 5,
  retryAfter: [30, 3600],
  endsWithin: 600,
  async run(team, { orm }) {
    await orm.em.fork().transactional((em) => hideTeamNames(em as EntityManager, team))
  },
}

/** Enqueues the job for each teamspace that these changes hide from members of the workspace. */
export async function hideNamesOfHiddenTeams(
  em: EntityManager,
  workspace_id: string,
  changes: readonly FeedChange[],
  { enqueue }: ChangeHandlerPorts,
): Promise<void> {
  const hidden = changes.filter(
    ({ entity, op, fields }) => entity === 'teamspaces' && (op === 'delete' || fields['access'] === 0),
  )
  for (const teamspace_id of new Set(hidden.map(({ id }) => id)))
    await enqueue(em, hideTeamNamesJob, { workspace_id, teamspace_id })
}

async function hideTeamNames(em: EntityManager, team: HiddenTeam): Promise<void> {
  const { workspace_id, teamspace_id } = team
  // Process long names first, because a shorter former name may be the beginning of a longer one.
  const { rows: names } = await sql<{ name: string }>`
    select distinct name, length(name) from (
      select name from teamspaces where id = ${teamspace_id} and (access = 0 or deleted_at is not null)
      union all
      select old_value from teamspace_activities a join teamspaces t on t.id = a.teamspace_id
      where a.teamspace_id = ${teamspace_id} and a.kind = 'renamed' and (t.access = 0 or t.deleted_at is not null)
    ) all_names where name <> '' order by length(name) desc`.execute(query(em))
  for (const { name } of names) {
    for (const [table, html, stripped] of texts) {
      await sql`
        update ${sql.table(table)} t set ${sql.ref(stripped)} = replace(t.${sql.ref(stripped)}, ${`@${name}`}, '')
        where ${inWorkspace(table, workspace_id)} and strpos(t.${sql.ref(stripped)}, ${`@${name}`}) > 0
          and strpos(t.${sql.ref(html)}, ${`entity_identifier="${teamspace_id}"`}) > 0`.execute(query(em))
    }
    await hideInNotifications(em, team, name)
  }
}

const texts = [
  ['work_item_comments', 'comment_html', 'comment_stripped'],
  ['page_comments', 'comment_html', 'comment_stripped'],
  ['work_items', 'description_html', 'description_stripped'],
  ['pages', 'description_html', 'description_stripped'],
  ['description_version_texts', 'description_html', 'description_stripped'],
  ['page_version_texts', 'description_html', 'description_stripped'],
] as const

/** The texts of versions are in separate tables, which have no column for the workspace. */
function inWorkspace(table: (typeof texts)[number][0], workspaceId: string) {
  if (table !== 'description_version_texts' && table !== 'page_version_texts')
    return sql<boolean>`t.workspace_id = ${workspaceId}`
  const versions = sql.table(table === 'page_version_texts' ? 'page_versions' : 'description_versions')
  return sql<boolean>`t.version_id in (select id from ${versions} where workspace_id = ${workspaceId})`
}

/** The events in a notification quote the beginning of comments. */
async function hideInNotifications(em: EntityManager, team: HiddenTeam, name: string): Promise<void> {
  const { workspace_id, teamspace_id } = team
  // The name as it is written inside of a JSON text.
  const quoted = JSON.stringify(`@${name}`).slice(1, -1)
  const mention = `entity_identifier="${teamspace_id}"`
  await sql`
    update notifications n set message_stripped = replace(n.message_stripped, ${`@${name}`}, ''),
      data = replace(n.data::text, ${quoted}, '')::jsonb, happened = replace(n.happened::text, ${quoted}, '')::jsonb
    where n.workspace_id = ${workspace_id} and strpos(n.happened::text || n.data::text, ${quoted}) > 0
      and (strpos(n.message_html, ${mention}) > 0
        or exists (select from work_item_comments c where c.issue_id = n.issue_id and strpos(c.comment_html, ${mention}) > 0)
        or exists (select from page_comments c where c.page_id = n.page_id and strpos(c.comment_html, ${mention}) > 0))`.execute(
    query(em),
  )
}

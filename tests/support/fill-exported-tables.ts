import { runSql } from './api-client.ts'
import type { TestServer } from './server.ts'
import type { TestRowIds } from './world/side.ts'

/** Adds rows to the exported tables in which a filled workspace has no rows, or only rows of another person. */
export async function fillExportedTables(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  { workspace_id, project_id, maker_id }: Pick<TestRowIds, 'workspace_id' | 'project_id' | 'maker_id'>,
  reader: string,
): Promise<void> {
  for (const [table, column] of Object.entries(tablesOfPeople))
    await runSql(
      databaseUrl,
      `update ${table} set ${column} = $1 where workspace_id = $2 and ${column} = $3`,
      [reader, workspace_id, maker_id],
    )
  for (const statement of statements)
    await runSql(
      databaseUrl,
      `with i as (
      select id as issue_id, workspace_id, project_id, created_by from work_items
      where project_id = $1 and deleted_at is null and not is_epic order by id limit 1),
      reader as (select $2::uuid as id) ${statement}`,
      [project_id, reader],
    )
}

const tablesOfPeople = {
  drafts: 'created_by',
  favorites: 'user_id',
  quick_links: 'owner',
  stickies: 'owner',
}

const statements = [
  `insert into reactions (id, workspace_id, project_id, issue_id, actor, reaction, issue_created_by)
   select gen_random_uuid(), workspace_id, project_id, issue_id, reader.id, '128077', created_by from i, reader`,
  `insert into votes (id, workspace_id, project_id, issue_id, actor, vote, issue_created_by)
   select gen_random_uuid(), workspace_id, project_id, issue_id, reader.id, 1, created_by from i, reader`,
  `insert into reminders (id, workspace_id, project_id, issue_id, user_id, remind_at)
   select gen_random_uuid(), workspace_id, project_id, issue_id, reader.id, '2099-01-01' from i, reader`,
  `insert into imported_items (project_id, source, external_id, item_id)
   select project_id, 'csv', 'A-1', issue_id from i, reader`,
  `insert into former_work_item_keys (project_id, sequence_id, work_item_id, moved_at, left_behind)
   select project_id, 9999, issue_id, now(), '{}' from i, reader`,
  `insert into git_references (id, workspace_id, project_id, issue_id, connection_id, provider, repository, kind, key, title, url, state)
   select gen_random_uuid(), i.workspace_id, i.project_id, issue_id, c.id, 'github', 'acme/atlas', 'branch', 'main', 'Main',
     'https://example.com/main', 'open' from i, reader, git_connections c where c.project_id = i.project_id`,
  `insert into description_version_texts (version_id, description_html, description_stripped)
   select v.id, '<p>Before</p>', 'Before' from description_versions v, i where v.project_id = i.project_id
   on conflict do nothing`,
  `insert into page_version_texts (version_id, description_html, description_stripped)
   select v.id, '<p>Before</p>', 'Before' from page_versions v, i where v.workspace_id = i.workspace_id
   on conflict do nothing`,
  `insert into home_widgets (id, workspace_id, user_id, key, is_visible, widget_filters)
   select gen_random_uuid(), workspace_id, reader.id, 'assigned', true, '{}' from i, reader`,
  `insert into home_preferences (id, workspace_id, user_id, key, is_enabled, sort_order)
   select gen_random_uuid(), workspace_id, reader.id, 'recents', true, 1 from i, reader`,
  `insert into sidebar_preferences (id, workspace_id, user_id, key, is_pinned, sort_order)
   select gen_random_uuid(), workspace_id, reader.id, 'drafts', true, 1 from i, reader`,
  `insert into user_properties (id, workspace_id, user_id, context, context_id, sort_order)
   select gen_random_uuid(), workspace_id, reader.id, 'project', project_id, 1 from i, reader`,
  `insert into page_watches (id, workspace_id, page_id, user_id, scope, since)
   select gen_random_uuid(), p.workspace_id, p.id, reader.id, 'page', now() from pages p, i, reader
   where p.workspace_id = i.workspace_id and p.access = 0 and p.project_ids <> '{}' limit 1`,
]

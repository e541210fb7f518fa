import { Migration } from '@mikro-orm/migrations'

/**
 * Lists and rare words read many entries, so the words of texts are kept apart from the rest of a row, and what stands before each word is
 * shorter: everything is indexed anew. And what one person did in a workspace is read in order.
 */
export class ShortEntries extends Migration {
  override name = '0055-short-entries'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'truncate search_entries',
  'alter table search_entries set (toast_tuple_target = 384)',
  'alter table search_entries alter column all_words set storage external',
  `insert into search_backlog select id, 'projects', '00000000-0000-0000-0000-000000000000' from workspaces
    on conflict (workspace_id) do update set source = excluded.source, after = excluded.after`,
  'create index work_item_activities_of_person on work_item_activities (actor_id, workspace_id, created_at desc, id desc)',
]

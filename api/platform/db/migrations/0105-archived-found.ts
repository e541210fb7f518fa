import { Migration } from '@mikro-orm/migrations'

/** Indexes all rows again in the background, because search now includes archived work items. */
export class ArchivedFound extends Migration {
  override name = '0105-archived-found'

  override up(): void {
    this.addSql(`insert into search_backlog select id, 'projects', '00000000-0000-0000-0000-000000000000' from workspaces
      on conflict (workspace_id) do update set source = excluded.source, after = excluded.after`)
  }
}

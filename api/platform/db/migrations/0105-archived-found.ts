import { Migration } from '@mikro-orm/migrations'

/** Search includes archived work items now, so everything is indexed again in the background. */
export class ArchivedFound extends Migration {
  override name = '0105-archived-found'

  override up(): void {
    this.addSql(`insert into search_backlog select id, 'projects', '00000000-0000-0000-0000-000000000000' from workspaces
      on conflict (workspace_id) do update set source = excluded.source, after = excluded.after`)
  }
}

import { Migration } from '@mikro-orm/migrations'

/** Pages of a workspace itself, which are in no project, are listed as those of a project are. */
export class WorkspacePages extends Migration {
  override name = '0095-workspace-pages'

  override up(): void {
    this.addSql(`create index pages_of_workspace on pages (workspace_id) where project_ids = '{}'`)
  }
}

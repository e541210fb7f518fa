import { Migration } from '@mikro-orm/migrations'

/** Adds the index `pages_of_workspace` for pages that belong to the workspace and to no project. */
export class WorkspacePages extends Migration {
  override name = '0095-workspace-pages'

  override up(): void {
    this.addSql(`create index pages_of_workspace on pages (workspace_id) where project_ids = '{}'`)
  }
}

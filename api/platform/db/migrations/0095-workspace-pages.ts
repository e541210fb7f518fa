import { Migration } from '@mikro-orm/migrations'

/** Adds an index for pages of the workspace, which belong to no project. */
export class WorkspacePages extends Migration {
  override name = '0095-workspace-pages'

  override up(): void {
    this.addSql(`create index pages_of_workspace on pages (workspace_id) where project_ids = '{}'`)
  }
}

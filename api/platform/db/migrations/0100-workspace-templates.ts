import { Migration } from '@mikro-orm/migrations'

/** Workspaces have templates of pages, and page templates include the page appearance. */
export class WorkspaceTemplates extends Migration {
  override name = '0100-workspace-templates'

  override up(): void {
    this.addSql(
      `alter table work_item_templates alter project_id drop not null, add view_props jsonb not null default '{}'`,
    )
  }
}

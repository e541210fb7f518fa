import { Migration } from '@mikro-orm/migrations'

/** Allows page templates in workspaces, and adds the appearance of the page to page templates. */
export class WorkspaceTemplates extends Migration {
  override name = '0100-workspace-templates'

  override up(): void {
    this.addSql(
      `alter table work_item_templates alter project_id drop not null, add view_props jsonb not null default '{}'`,
    )
  }
}

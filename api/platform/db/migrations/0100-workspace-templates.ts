import { Migration } from '@mikro-orm/migrations'

/**
 * Makes `work_item_templates.project_id` nullable for page templates of a workspace. Adds the column `view_props` for
 * the appearance of the page.
 */
export class WorkspaceTemplates extends Migration {
  override name = '0100-workspace-templates'

  override up(): void {
    this.addSql(
      `alter table work_item_templates alter project_id drop not null, add view_props jsonb not null default '{}'`,
    )
  }
}

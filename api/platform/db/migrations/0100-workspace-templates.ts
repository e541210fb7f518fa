import { Migration } from '@mikro-orm/migrations'

/** A workspace has templates of its own pages, and templates of pages keep how these look. */
export class WorkspaceTemplates extends Migration {
  override name = '0100-workspace-templates'

  override up(): void {
    this.addSql(
      `alter table work_item_templates alter project_id drop not null, add view_props jsonb not null default '{}'`,
    )
  }
}

import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the kind of a template (work item or page) to the table `work_item_templates`, which now also contains
 * page templates.
 */
export class PageTemplates extends Migration {
  override name = '0093-page-templates'

  override up(): void {
    this.addSql(
      `alter table work_item_templates add kind text not null default 'work_item', add logo_props jsonb not null default '{}'`,
    )
  }
}

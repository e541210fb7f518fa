import { Migration } from '@mikro-orm/migrations'

/** Allows templates of work items and of pages. */
export class PageTemplates extends Migration {
  override name = '0093-page-templates'

  override up(): void {
    this.addSql(
      `alter table work_item_templates add kind text not null default 'work_item', add logo_props jsonb not null default '{}'`,
    )
  }
}

import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns for labels of pages. A deleted label stores its pages in `left_page_ids`, and a moved page
 * stores its former labels in `left_label_ids`.
 */
export class PageLabels extends Migration {
  override name = '0092-page-labels'

  override up(): void {
    this.addSql(`alter table pages add left_label_ids uuid[] not null default '{}'`)
    this.addSql(
      `alter table labels add left_page_ids uuid[] not null default '{}', add gained_page_ids uuid[] not null default '{}'`,
    )
  }
}

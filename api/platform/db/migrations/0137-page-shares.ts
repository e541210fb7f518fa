import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `pages.shares` for the people with whom a page is shared, and its copy `page_shares` to the tables
 * whose rows belong to a page.
 */
export class PageShares extends Migration {
  override name = '0137-page-shares'

  override up(): void {
    this.addSql(`alter table pages add shares jsonb not null default '{}'`)
    this.addSql(`create index pages_shares on pages (workspace_id) where shares <> '{}'`)
    for (const table of ['page_versions', 'page_comments', 'notifications'])
      this.addSql(`alter table ${table} add page_shares jsonb not null default '{}'`)
  }
}

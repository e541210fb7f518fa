import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `pages.publication`, which contains the public link of a page. The column is null for a
 * page without a public link.
 */
export class PagePublications extends Migration {
  override name = '0150-published-pages'

  override up(): void {
    this.addSql('alter table pages add publication jsonb')
    this.addSql(`create unique index pages_publication_anchor on pages ((publication->>'anchor'))
      where publication is not null`)
  }
}

import { Migration } from '@mikro-orm/migrations'

/** Adds the public link of a page. A page without a public link has no value. */
export class PagePublications extends Migration {
  override name = '0150-published-pages'

  override up(): void {
    this.addSql('alter table pages add publication jsonb')
    this.addSql(`create unique index pages_publication_anchor on pages ((publication->>'anchor'))
      where publication is not null`)
  }
}

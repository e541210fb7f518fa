import { Migration } from '@mikro-orm/migrations'

/** Adds the column `page_versions.name`, which users can set. Versions with a name are never deleted. */
export class PageVersionNames extends Migration {
  override name = '0158-page-version-names'

  override up(): void {
    this.addSql('alter table page_versions add name text check (char_length(name) between 1 and 120)')
  }
}

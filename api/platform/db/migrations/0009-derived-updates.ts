import { Migration } from '@mikro-orm/migrations'

/** So that a read can tell, without merging anything, whether what is derived from a document is still right. */
export class DerivedUpdates extends Migration {
  override name = '0009-derived-updates'

  override up(): void {
    this.addSql('alter table document_updates add column is_derived boolean not null default false')
  }
}

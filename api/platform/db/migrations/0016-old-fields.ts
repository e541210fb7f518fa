import { Migration } from '@mikro-orm/migrations'

/** Readers of the feed learn what a changed field was before; changes that were written until now do not say it. */
export class OldFields extends Migration {
  override name = '0016-old-fields'

  override up(): void {
    this.addSql('alter table changes add column old_fields jsonb')
  }
}

import { Migration } from '@mikro-orm/migrations'

/** How a project makes its cycles by itself; null where people make them. */
export class AutomaticCycles extends Migration {
  override name = '0051-automatic-cycles'

  override up(): void {
    this.addSql('alter table projects add column automatic_cycles jsonb')
  }
}

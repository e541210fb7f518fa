import { Migration } from '@mikro-orm/migrations'

/** A completed cycle records which items it transferred to which cycle, so that reopening returns them. */
export class CycleMovedOn extends Migration {
  override name = '0109-cycle-moved-on'

  override up(): void {
    this.addSql(`alter table cycles add moved_on jsonb not null default '{}'`)
  }
}

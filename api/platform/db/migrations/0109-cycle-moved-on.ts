import { Migration } from '@mikro-orm/migrations'

/** An ended cycle remembers which items it moved to which cycle, so that they come back when it is reopened. */
export class CycleMovedOn extends Migration {
  override name = '0109-cycle-moved-on'

  override up(): void {
    this.addSql(`alter table cycles add moved_on jsonb not null default '{}'`)
  }
}

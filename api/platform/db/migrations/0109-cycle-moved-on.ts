import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the column `cycles.moved_on` for the items that a completed cycle moved to other cycles, so that these
 * items return when the completed cycle is reopened.
 */
export class CycleMovedOn extends Migration {
  override name = '0109-cycle-moved-on'

  override up(): void {
    this.addSql(`alter table cycles add moved_on jsonb not null default '{}'`)
  }
}

import { Migration } from '@mikro-orm/migrations'

/**
 * Moves the end of each cycle from the start to the end of the last minute of its last day. Adds the column
 * `cycles.ended_by` for the user who ended a cycle early.
 */
export class CycleEnds extends Migration {
  override name = '0106-cycle-ends'

  override up(): void {
    this.addSql('alter table cycles add ended_by uuid references users on delete set null')
    this.addSql(`update cycles set end_date = end_date + interval '59.999 seconds'
      where end_date = date_trunc('minute', end_date)`)
  }
}

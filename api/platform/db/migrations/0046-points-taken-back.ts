import { Migration } from '@mikro-orm/migrations'

/** What sums of a project were of before `points_since`, for when a switch to another kind is taken back on the same day. */
export class PointsTakenBack extends Migration {
  override name = '0046-points-taken-back'

  override up(): void {
    this.addSql(
      `alter table projects add column points_before_type text check (points_before_type in ('points', 'time')),
        add column points_before_since timestamptz`,
    )
  }
}

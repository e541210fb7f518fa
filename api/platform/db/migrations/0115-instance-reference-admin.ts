import { Migration } from '@mikro-orm/migrations'

/** The installation stores two answers for the administration client of the reference product. Neither has an effect. */
export class InstanceReferenceAdmin extends Migration {
  override name = '0115-instance-reference-admin'

  override up(): void {
    this.addSql(`alter table instances
      add is_telemetry_enabled boolean not null default false,
      add is_signup_screen_visited boolean not null default false`)
  }
}

import { Migration } from '@mikro-orm/migrations'

/**
 * Adds two columns to `instances` for settings that the admin client of Plane stores. The settings have no
 * effect in Tandem.
 */
export class InstanceReferenceAdmin extends Migration {
  override name = '0115-instance-reference-admin'

  override up(): void {
    this.addSql(`alter table instances
      add is_telemetry_enabled boolean not null default false,
      add is_signup_screen_visited boolean not null default false`)
  }
}

import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `instance_settings` for settings that admins change in the interface, and columns of `instances` for
 * the time and size of the last backup.
 */
export class InstanceSettings extends Migration {
  override name = '0072-instance-settings'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // The values of secret settings are encrypted with the `SECRET` of this Tandem instance. `updated_by`
  // becomes null when the user is deleted.
  `create table instance_settings (
    key text primary key,
    value text not null,
    updated_at timestamptz not null default now(),
    updated_by uuid references users on delete set null
  )`,
  'alter table instances add last_backup_at timestamptz, add last_backup_bytes bigint',
]

import { Migration } from '@mikro-orm/migrations'

/** What admins of the installation have set, and when it was backed up last. */
export class InstanceSettings extends Migration {
  override name = '0072-instance-settings'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Secrets are sealed by the installation's own. Whoever set something may be gone by now.
  `create table instance_settings (
    key text primary key,
    value text not null,
    updated_at timestamptz not null default now(),
    updated_by uuid references users on delete set null
  )`,
  'alter table instances add last_backup_at timestamptz, add last_backup_bytes bigint',
]

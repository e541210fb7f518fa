import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * The single row that records whether this Tandem instance has its first admin. Locking this row prevents two
 * users from becoming the first admin at the same time.
 */
export const InstanceEntity = defineEntity({
  name: 'Instance',
  tableName: 'instances',
  properties: {
    id: p.integer().primary(),
    instance_id: p.uuid(),
    instance_name: p.string(),
    is_setup_done: p.boolean().default(false),
    is_telemetry_enabled: p.boolean().default(false),
    is_signup_screen_visited: p.boolean().default(false),
    created_at: p.datetime(),
    updated_at: p.datetime(),
    /** Time at which the last backup finished. `last_backup_bytes` is its size. */
    last_backup_at: p.datetime().strictNullable(),
    last_backup_bytes: p.bigint('number').strictNullable(),
    app_url: p.text().strictNullable(),
  },
})

/** Settings that admins changed in the interface. Secrets are encrypted. */
export const InstanceSettingEntity = defineEntity({
  name: 'InstanceSetting',
  tableName: 'instance_settings',
  properties: {
    key: p.string().primary(),
    value: p.text(),
    updated_at: p.datetime(),
    updated_by: p.uuid().strictNullable(),
  },
})

import { defineEntity, p } from '@mikro-orm/postgresql'
import type { ScreenWithPreferences, UserViewSettings } from '#common/work/user-properties/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

export const UserPropertiesEntity = defineEntity({
  name: 'UserProperties',
  tableName: 'user_properties',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    user_id: p.uuid(),
    context: p.string().$type<ScreenWithPreferences>(),
    context_id: p.uuid(),
    filters: p.json<UserViewSettings['filters']>(),
    rich_filters: p.json<UserViewSettings['rich_filters']>(),
    display_filters: p.json<UserViewSettings['display_filters']>(),
    display_properties: p.json<UserViewSettings['display_properties']>(),
    preferences: p.json<UserViewSettings['preferences']>(),
    sort_order: p.float(),
  },
})

import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { LogoProps } from '#common/platform/logo-props.ts'
import type { UserViewSettings } from '#common/work/user-properties/rules.ts'
import type { ViewAccess } from '#common/work/views/schema.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

export const ViewEntity = defineEntity({
  name: 'View',
  tableName: 'views',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    project_id: p.uuid().strictNullable(),
    teamspace_id: p.uuid().strictNullable(),
    /**
     * Ids of the members of a private teamspace, who receive changes of its views. Is null for all other views.
     */
    team_member_ids: p.array<string>().columnType('uuid[]').strictNullable(),
    name: p.text(),
    description: p.text().default(''),
    access: p.integer().$type<ViewAccess>(),
    owned_by: p.uuid(),
    is_locked: p.boolean().default(false),
    logo_props: p.json<LogoProps>(),
    filters: p.json<UserViewSettings['filters']>(),
    rich_filters: p.json<UserViewSettings['rich_filters']>(),
    display_filters: p.json<UserViewSettings['display_filters']>(),
    display_properties: p.json<UserViewSettings['display_properties']>(),
    /** Secret part of the public link, or null if the view is not published. */
    anchor: p.text().strictNullable(),
    sort_order: p.float(),
  },
})
export type View = InferEntity<typeof ViewEntity>

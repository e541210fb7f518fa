import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { trashableColumns } from '../../platform/db/columns.ts'

export const DashboardEntity = defineEntity({
  name: 'Dashboard',
  tableName: 'dashboards',
  properties: {
    ...trashableColumns,
    workspace_id: p.uuid(),
    name: p.text(),
    description: p.text().default(''),
    access: p.integer().$type<0 | 1>(),
    owned_by: p.uuid(),
    logo_props: p.json<LogoProps>(),
    /**
     * The widgets of the dashboard. The widgets are part of the dashboard's row, because a dashboard and its
     * widgets are always shown and sent together.
     */
    widgets: p.json<Widget[]>(),
    sort_order: p.float(),
  },
})
export type Dashboard = InferEntity<typeof DashboardEntity>

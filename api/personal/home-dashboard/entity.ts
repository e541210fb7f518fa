import { defineEntity, p } from '@mikro-orm/postgresql'
import type { HomeWidgetKey } from '#common/personal/home-dashboard/rules.ts'
import type { WidgetFilters } from '#common/personal/home-dashboard/schema.ts'

export const HomeWidgetEntity = defineEntity({
  name: 'HomeWidget',
  tableName: 'home_widgets',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    user_id: p.uuid(),
    key: p.string().$type<HomeWidgetKey>(),
    is_visible: p.boolean(),
    widget_filters: p.json<WidgetFilters>(),
  },
})

import { defineEntity, p } from '@mikro-orm/postgresql'
import type { VisitedKind } from '#common/pages/recent-visits/rules.ts'

export const RecentVisitEntity = defineEntity({
  name: 'RecentVisit',
  tableName: 'recent_visits',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    user_id: p.uuid(),
    entity_name: p.string().$type<VisitedKind>(),
    entity_identifier: p.uuid(),
    visited_at: p.datetime(),
  },
})

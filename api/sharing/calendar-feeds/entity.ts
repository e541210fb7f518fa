import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { CalendarFeedKind } from '#common/sharing/calendar-feeds/rules.ts'

/**
 * A calendar feed. Only the hash of its secret is stored, so nobody can read the feed with a copy of the database.
 */
export const CalendarFeedEntity = defineEntity({
  name: 'CalendarFeed',
  tableName: 'calendar_feeds',
  properties: {
    id: p.uuid().primary(),
    created_at: p.datetime().onCreate(() => new Date()),
    user_id: p.uuid(),
    workspace_id: p.uuid(),
    kind: p.string().$type<CalendarFeedKind>(),
    target_id: p.uuid().strictNullable(),
    secret_hash: p.string(),
    ending: p.string(),
    last_used: p.datetime().strictNullable(),
  },
})
export type CalendarFeedRow = InferEntity<typeof CalendarFeedEntity>

import { defineEntity, p } from '@mikro-orm/postgresql'

export const ActivityEntity = defineEntity({
  name: 'Activity',
  tableName: 'work_item_activities',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    issue_id: p.uuid(),
    /** User who made the change. Is null for changes that follow from another change. */
    actor_id: p.uuid().strictNullable(),
    verb: p.string().$type<ActivityVerb>(),
    field: p.string().strictNullable(),
    old_value: p.text().strictNullable(),
    new_value: p.text().strictNullable(),
    old_identifier: p.uuid().strictNullable(),
    new_identifier: p.uuid().strictNullable(),
    created_at: p.datetime(),
  },
})

export type ActivityVerb = 'created' | 'updated' | 'deleted' | 'restored' | 'removed'

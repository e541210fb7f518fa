import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { audited } from '../db/columns.ts'

const { id, created_at, updated_at } = audited

/** The secret has to be known to sign with, so it is kept sealed and not hashed. */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    created_by: p.uuid().strictNullable(),
    url: p.string(),
    sealed_secret: p.text(),
    is_active: p.boolean().default(true),
    project: p.boolean().default(false),
    issue: p.boolean().default(false),
    module: p.boolean().default(false),
    cycle: p.boolean().default(false),
    issue_comment: p.boolean().default(false),
  },
})
export type WebhookRow = InferEntity<typeof WebhookEntity>

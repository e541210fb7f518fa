import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { type WebhookEvent, webhookDisabledReasons } from '#common/sharing/webhooks/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

/** A webhook. Its secret is encrypted instead of hashed, because it is needed for signing. */
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
    off_reason: p.enum(webhookDisabledReasons).strictNullable(),
    project: p.boolean().default(false),
    issue: p.boolean().default(false),
    module: p.boolean().default(false),
    cycle: p.boolean().default(false),
    issue_comment: p.boolean().default(false),
  },
})
export type WebhookRow = InferEntity<typeof WebhookEntity>

export const WebhookLogEntity = defineEntity({
  name: 'WebhookLog',
  tableName: 'webhook_logs',
  properties: {
    id,
    created_at,
    webhook_id: p.uuid(),
    delivery_id: p.uuid(),
    event_type: p.string().$type<WebhookEvent>(),
    request_headers: p.json<Record<string, string>>(),
    request_body: p.text(),
    response_status: p.integer().strictNullable(),
    response_headers: p.json<Record<string, string>>(),
    response_body: p.text(),
    error: p.text().strictNullable(),
    retry_count: p.integer(),
    duration_ms: p.integer(),
  },
})

import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ChatEvent, ChatService } from '#common/sharing/webhooks/chat-targets/rules.ts'
import { type WebhookEvent, webhookDisabledReasons } from '#common/sharing/webhooks/rules.ts'
import { auditedColumns } from '../../platform/db/columns.ts'

const { id, created_at, updated_at } = auditedColumns

/**
 * A webhook of a workspace, or a chat target of a project. The secret of a webhook is encrypted instead of hashed,
 * because it is needed for signing. The secret of a chat target is its URL, and `url` is only the host.
 */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id,
    created_at,
    updated_at,
    workspace_id: p.uuid(),
    /** Is null for a webhook. */
    project_id: p.uuid().strictNullable(),
    service: p.string().$type<ChatService>().strictNullable(),
    name: p.string().strictNullable(),
    chat_events: p.array<ChatEvent>().columnType('text[]').default([]),
    template: p.text().strictNullable(),
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

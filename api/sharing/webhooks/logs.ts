import { userLite } from '#common/identity/users/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { webhookCalls } from '#common/sharing/webhooks/calls.ts'
import { maxListedWebhookLogs } from '#common/sharing/webhooks/rules.ts'
import { type WebhookLog, webhookLog } from '#common/sharing/webhooks/schema.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { deliverWebhook } from './deliver.ts'
import { WebhookLogEntity } from './entity.ts'
import { serializeWebhookBody } from './payload.ts'
import { loadWebhook } from './queries.ts'

type Sent = ResponseOf<typeof webhookCalls.testWebhook>

export async function listWebhookLogs(ctx: WorkspaceContext, webhookId: string): Promise<WebhookLog[]> {
  const { id } = await loadWebhook(ctx, webhookId)
  const rows = await ctx.em.find(
    WebhookLogEntity,
    { webhook_id: id },
    { orderBy: { created_at: 'desc', id: 'desc' }, limit: maxListedWebhookLogs },
  )
  return rows.map((row) => presentRow(webhookLog, { ...row, webhook: id, request_method: 'POST' }))
}

export async function redeliverWebhook(
  ctx: WorkspaceContext,
  webhookId: string,
  logId: string,
): Promise<Sent> {
  const { id } = await loadWebhook(ctx, webhookId)
  const log = await ctx.em.findOne(WebhookLogEntity, { id: logId, webhook_id: id })
  if (log === null) throw notFound('Delivery not found')
  await ctx.limits.take('outgoing', ctx.user.id)
  const { delivery_id, event_type: event, request_body: body } = log
  const delivery = { delivery_id, webhook_id: id, event, body, is_by_hand: true }
  await ctx.jobs.enqueue(ctx.em, deliverWebhook, delivery)
  return { delivery_id }
}

export async function testWebhook(ctx: WorkspaceContext, webhookId: string): Promise<Sent> {
  const webhook = await loadWebhook(ctx, webhookId)
  await ctx.limits.take('outgoing', ctx.user.id)
  const person = await ctx.em.findOneOrFail(UserEntity, { id: ctx.user.id })
  const delivery_id = newId()
  await ctx.jobs.enqueue(ctx.em, deliverWebhook, {
    delivery_id,
    webhook_id: webhook.id,
    event: 'test',
    body: serializeWebhookBody(webhook, {
      event: 'test',
      action: 'created',
      data: { id: webhook.id },
      activity: {
        ...{ field: null, old_value: null, new_value: null, old_identifier: null, new_identifier: null },
        actor: presentRow(userLite, person),
      },
    }),
    is_by_hand: true,
  })
  return { delivery_id }
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type EntityName, entities } from '#common/entities.ts'
import { newId } from '#common/platform/ids.ts'
import type { ChangeHandlerPorts, FeedChange, FeedReader } from '../../platform/feed/reader.ts'
import { disableWebhooksWithoutAdmin } from './answered-for.ts'
import { deliverWebhook } from './deliver.ts'
import { WebhookEntity, type WebhookRow } from './entity.ts'
import { createWebhookMessages, type WebhookMessage, webhookEventsByTable } from './events.ts'
import { buildWebhookPayloads, serializeWebhookBody } from './payload.ts'

/**
 * Sends changes to the webhooks that subscribe to them. Changes from before the first webhook was created are
 * skipped.
 */
export const webhooksReader: FeedReader = {
  name: 'webhooks',
  begins: 'now',
  ignores: Object.keys(entities).filter(
    (name): name is EntityName => !Object.hasOwn(webhookEventsByTable, name),
  ),
  handle,
}

async function handle(
  em: EntityManager,
  workspaceId: string,
  changes: FeedChange[],
  { enqueue }: ChangeHandlerPorts,
): Promise<void> {
  await disableWebhooksWithoutAdmin(em, workspaceId, null)
  const on = await em.find(WebhookEntity, {
    workspace_id: workspaceId,
    project_id: null,
    is_active: true,
  })
  const events = changes
    .flatMap(createWebhookMessages)
    .filter((event) => on.some((webhook) => isSubscribed(webhook, event)))
  if (events.length === 0) return
  const payloads = await buildWebhookPayloads(em, events)
  for (const [at, payload] of payloads.entries()) {
    const event = events[at]
    if (event === undefined) continue
    for (const webhook of on.filter((one) => isSubscribed(one, event))) {
      await enqueue(em, deliverWebhook, {
        delivery_id: newId(),
        webhook_id: webhook.id,
        event: event.event,
        body: serializeWebhookBody(webhook, payload),
        is_by_hand: false,
      })
    }
  }
}

/**
 * Returns whether the webhook receives the event. Events from before the webhook was created are ignored,
 * because the feed may be processed after the webhook was created.
 */
function isSubscribed(webhook: WebhookRow, event: WebhookMessage): boolean {
  return webhook[event.switch] && event.at >= webhook.created_at
}

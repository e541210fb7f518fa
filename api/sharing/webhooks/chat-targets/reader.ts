import type { EntityManager } from '@mikro-orm/postgresql'
import { type EntityName, entities } from '#common/entities.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../../platform/db/orm.ts'
import type { ChangeHandlerPorts, FeedChange, FeedReader } from '../../../platform/feed/reader.ts'
import { disableWebhooksWithoutAdmin } from '../answered-for.ts'
import { deliverWebhook } from '../deliver.ts'
import { WebhookEntity, type WebhookRow } from '../entity.ts'
import { webhookEventsByTable } from '../events.ts'
import { type ChatMessage, loadChatMessages, mergeSimilarMessages } from './chat-messages.ts'
import { createChatJobBody } from './chat-sentence.ts'

/** Sends changes of a project to its chat targets. Changes from before a target was created are skipped. */
export const chatTargetsReader: FeedReader = {
  name: 'chat-targets',
  begins: 'now',
  ignores: Object.keys(entities).filter(
    (name): name is EntityName => name === 'projects' || !Object.hasOwn(webhookEventsByTable, name),
  ),
  handle,
}

async function handle(
  em: EntityManager,
  workspaceId: string,
  changes: FeedChange[],
  { enqueue }: ChangeHandlerPorts,
): Promise<void> {
  const ofProjects = { workspace_id: workspaceId, project_id: { $ne: null }, is_active: true }
  if ((await em.count(WebhookEntity, ofProjects)) === 0) return
  const messages = await loadChatMessages(em, changes)
  const projectIds = [...new Set(messages.map(({ project_id }) => project_id))]
  if (projectIds.length === 0) return
  await disableWebhooksWithoutAdmin(em, workspaceId, projectIds)
  const targets = await em.find(WebhookEntity, { ...ofProjects, project_id: { $in: projectIds } })
  const languages = await loadLanguages(em, targets)
  for (const target of targets)
    for (const message of mergeSimilarMessages(messages.filter((one) => isWanted(target, one))))
      await enqueue(em, deliverWebhook, {
        delivery_id: newId(),
        webhook_id: target.id,
        event: message.change.event,
        body: createChatJobBody(message, languages.get(target.created_by ?? '') ?? 'en'),
        is_by_hand: false,
      })
}

function isWanted(target: WebhookRow, { event, project_id, change }: ChatMessage): boolean {
  return (
    target.project_id === project_id && target.chat_events.includes(event) && change.at >= target.created_at
  )
}

/** Messages are in the language of the owner of the target. */
async function loadLanguages(
  em: EntityManager,
  targets: readonly WebhookRow[],
): Promise<Map<string, string>> {
  const owners = targets.flatMap(({ created_by }) => created_by ?? [])
  if (owners.length === 0) return new Map()
  const rows = await query(em)
    .selectFrom('profiles')
    .select(['user_id', 'language'])
    .where('user_id', 'in', owners)
    .execute()
  return new Map(rows.map(({ user_id, language }) => [user_id, language]))
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { entities, type SyncedEntity } from '#common/entities.ts'
import { userLite } from '#common/identity/users/schema.ts'
import { maxWebhookPayloadTextLength } from '#common/sharing/webhooks/rules.ts'
import { ProjectEntity } from '../../organization/projects/entity.ts'
import { CycleEntity } from '../../planning/cycles/entity.ts'
import { ModuleEntity } from '../../planning/modules/entity.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { CommentEntity } from '../../work/comments/entity.ts'
import { WorkItemEntity } from '../../work/work-items/entity.ts'
import type { WebhookMessage, WebhookTable } from './events.ts'

type Row = Record<string, unknown>

/**
 * Returns the payloads of the events in the same order. The caller adds the id of the webhook to each
 * payload.
 */
export async function buildWebhookPayloads(
  em: EntityManager,
  events: readonly WebhookMessage[],
): Promise<Row[]> {
  const rows = await rowsOf(em, events)
  const actors = await actorsOf(em, events)
  return events.map((event) => {
    const { action, field, old_value, new_value, actor_id } = event
    return {
      event: event.event,
      action,
      data:
        action === 'deleted'
          ? { id: event.id }
          : short(rows.get(event.id) ?? { id: event.id, ...event.fields }),
      activity: {
        field,
        old_value: shortValue(old_value),
        new_value: shortValue(new_value),
        old_identifier: idIn(field, old_value),
        new_identifier: idIn(field, new_value),
        actor: actor_id === null ? null : (actors.get(actor_id) ?? null),
      },
    }
  })
}

export function serializeWebhookBody(webhook: { id: string; workspace_id: string }, payload: Row): string {
  const { event, action, ...rest } = payload
  return JSON.stringify({
    event,
    action,
    webhook_id: webhook.id,
    workspace_id: webhook.workspace_id,
    ...rest,
  })
}

const readers = {
  projects: (em: EntityManager, id: Ids) => em.find(ProjectEntity, { id }),
  work_items: (em: EntityManager, id: Ids) => em.find(WorkItemEntity, { id }),
  work_item_comments: (em: EntityManager, id: Ids) => em.find(CommentEntity, { id }),
  cycles: (em: EntityManager, id: Ids) => em.find(CycleEntity, { id }),
  modules: (em: EntityManager, id: Ids) => em.find(ModuleEntity, { id }),
} satisfies Record<WebhookTable, (em: EntityManager, id: Ids) => Promise<{ id: string }[]>>

interface Ids {
  $in: string[]
}

/**
 * Returns the current rows by id, which may be newer than the change. Rows that no longer exist are missing.
 */
async function rowsOf(em: EntityManager, events: readonly WebhookMessage[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (const entity of new Set(events.map((event) => event.entity))) {
    const wanted = events.filter((event) => event.entity === entity && event.action !== 'deleted')
    const { schema }: SyncedEntity = entities[entity]
    const rows = await readers[entity](em, { $in: [...new Set(wanted.map((event) => event.id))] })
    for (const row of rows) found.set(row.id, presentRow(schema, row))
  }
  return found
}

async function actorsOf(em: EntityManager, events: readonly WebhookMessage[]): Promise<Map<string, Row>> {
  const ids = [...new Set(events.flatMap(({ actor_id }) => actor_id ?? []))]
  const people = await query(em)
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(people.map((person) => [person.id, presentRow(userLite, person)]))
}

/** Shortens long texts, because the log stores the payload again for each attempt. */
function short(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shortValue(value)]))
}

function shortValue(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, maxWebhookPayloadTextLength) : value
}

/** Returns the id if the field references a row, otherwise null. */
function idIn(field: string | null, value: unknown): string | null {
  const isReference = field !== null && typeof value === 'string' && uuid.test(value)
  return isReference ? value : null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

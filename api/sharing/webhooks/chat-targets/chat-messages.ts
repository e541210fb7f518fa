import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ChatEvent } from '#common/sharing/webhooks/chat-targets/rules.ts'
import { query } from '../../../platform/db/orm.ts'
import type { FeedChange } from '../../../platform/feed/reader.ts'
import { createWebhookMessages, type WebhookMessage } from '../events.ts'
import type { ChatValues } from './chat-text.ts'

/** A change that chat targets of the project may receive. */
export interface ChatMessage {
  event: ChatEvent
  change: WebhookMessage
  project_id: string
  /** The values of the placeholders. The URL is a path. */
  values: ChatValues
}

/** Maximum number of characters of a title, and of the beginning of a comment, in a message. */
const maxTextLength = 300

/**
 * Returns the messages for the changes of a workspace, in the order of the changes. Drafts and requests in intake
 * cause no messages.
 */
export async function loadChatMessages(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<ChatMessage[]> {
  const found = changes.flatMap(createWebhookMessages).flatMap((change) => {
    const event = chatEventOf(change)
    return event === null ? [] : [{ event, change }]
  })
  const rows = await loadRows(
    em,
    found.map(({ change }) => change.id),
  )
  const actors = await loadNames(
    em,
    found.flatMap(({ change }) => change.actor_id ?? []),
  )
  return found.flatMap(({ event, change }) => {
    const row = rows.get(change.id)
    if (row === undefined) return []
    const values = {
      actor: actors.get(change.actor_id ?? '') ?? 'Tandem',
      item: shorten(row.key === null ? row.name : `${row.key} ${row.name}`),
      project: row.project,
      text: shorten(row.text ?? ''),
      url: row.path,
      value: (event === 'item_assigned' ? row.assignees : row.state) ?? '–',
    }
    return [{ event, change, project_id: row.project_id, values }]
  })
}

function chatEventOf({ event, action, field }: WebhookMessage): ChatEvent | null {
  if (action === 'updated') return event === 'issue' ? (eventsByItemField[field ?? ''] ?? null) : null
  return eventsByAction[`${event} ${action}`] ?? null
}

const eventsByItemField: Record<string, ChatEvent> = {
  state_id: 'item_state',
  assignee_ids: 'item_assigned',
}

const eventsByAction: Record<string, ChatEvent> = {
  'issue created': 'item_created',
  'issue deleted': 'item_deleted',
  'issue_comment created': 'comment_created',
  'cycle created': 'cycle_created',
  'module created': 'module_created',
}

interface ChatRow {
  id: string
  project_id: string
  project: string
  key: string | null
  name: string
  path: string
  text: string | null
  state: string | null
  assignees: string | null
}

/** Returns the rows by id with what messages show. A deleted work item is still in the trash. */
async function loadRows(em: EntityManager, ids: readonly string[]): Promise<Map<string, ChatRow>> {
  if (ids.length === 0) return new Map()
  const wanted = sql`any(${[...new Set(ids)]}::uuid[])`
  const item = sql`i.project_id, p.name as project, p.identifier || '-' || i.sequence_id as key, i.name,
    '/' || w.slug || '/browse/' || p.identifier || '-' || i.sequence_id as path`
  const places = sql`join projects p on p.id = i.project_id and p.deleted_at is null join workspaces w on w.id = i.workspace_id`
  const lasting = (table: string) => sql`select i.id, i.project_id, p.name as project, null as key, i.name,
    '/' || w.slug || '/projects/' || i.project_id || ${`/${table}/`}::text || i.id as path,
    null as text, null as state, null as assignees
    from ${sql.table(table)} i ${places} where i.id = ${wanted}`
  const { rows } = await sql<ChatRow>`
    select i.id, ${item}, null as text, s.name as state,
      (select string_agg(n.display_name, ', ' order by n.display_name) from users n where n.id = any(i.assignee_ids)) as assignees
    from work_items i ${places} join states s on s.id = i.state_id
    where i.id = ${wanted} and i.is_draft = false and i.state__group <> 'triage'
    union all
    select c.id, ${item}, left(c.comment_stripped, ${maxTextLength + 1}), null, null
    from work_item_comments c join work_items i on i.id = c.issue_id ${places}
    where c.id = ${wanted} and c.removed_at is null and i.deleted_at is null and i.is_draft = false
    union all ${lasting('cycles')} union all ${lasting('modules')}`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row]))
}

async function loadNames(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; display_name: string }>`
    select id, display_name from users where id = any(${[...new Set(ids)]}::uuid[])`.execute(query(em))
  return new Map(rows.map(({ id, display_name }) => [id, display_name]))
}

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= maxTextLength ? plain : `${plain.slice(0, maxTextLength - 1).toWellFormed()}…`
}

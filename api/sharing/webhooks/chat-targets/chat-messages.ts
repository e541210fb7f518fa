import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { isId } from '#common/platform/ids.ts'
import type { ChatEvent } from '#common/sharing/webhooks/chat-targets/rules.ts'
import { isCommentAdded, isFirstCreation } from '../../../personal/notifications/item-events.ts'
import { query } from '../../../platform/db/orm.ts'
import { isImported } from '../../../platform/feed/import-origin.ts'
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
  /** Number of other changes of the same kind that the message includes. */
  more: number
}

/** Maximum number of characters of a title, and of the beginning of a comment, in a message. */
const maxTextLength = 300

/**
 * Returns the messages for the changes of a workspace, in the order of the changes. Drafts, requests in intake, imports
 * and restored rows cause no messages.
 */
export async function loadChatMessages(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<ChatMessage[]> {
  const announced = changes.filter((change) => !isImported(change) && !isRestored(change))
  const found = announced.flatMap(createWebhookMessages).flatMap((change) => {
    const event = chatEventOf(change)
    return event === null ? [] : [{ event, change }]
  })
  const rows = await loadRows(
    em,
    found.map(({ change }) => change.id),
  )
  const names = await loadNames(
    em,
    found.flatMap(({ change }) => [...idsOf(change.actor_id), ...idsOf(change.new_value)]),
  )
  return found.flatMap(({ event, change }) => {
    const row = rows.get(change.id)
    if (row === undefined) return []
    const values = {
      actor: names.get(change.actor_id ?? '') ?? 'Tandem',
      item: shorten(row.key === null ? row.name : `${row.key} ${row.name}`),
      project: row.project,
      text: shorten(row.text ?? ''),
      url: row.path,
      value: namesOf(change.new_value, names) || '–',
    }
    return [{ event, change, project_id: row.project_id, values, more: 0 }]
  })
}

/** Returns true if the change brought back a row that members have seen before. */
function isRestored(change: FeedChange): boolean {
  if (change.op === 'create') return !isFirstCreation(change)
  return change.entity === 'work_item_comments' && isCommentAdded(change)
}

/** Maximum number of messages about changes of the same kind in one batch. */
const maxSimilarMessages = 5

/**
 * Merges many messages of the same person about the same kind of change, for example after a change of many work items
 * at once. A merged message names the first of them and the number of the others.
 */
export function mergeSimilarMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const groups = Map.groupBy(messages, ({ event, change, values, project_id }) =>
    JSON.stringify([event, change.actor_id, values.value, project_id]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || group.length <= maxSimilarMessages) return group
    const text = first.values.text === '' ? '' : '…'
    return [{ ...first, values: { ...first.values, text }, more: group.length - 1 }]
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
    null as text
    from ${sql.table(table)} i ${places} where i.id = ${wanted}`
  const { rows } = await sql<ChatRow>`
    select i.id, ${item}, null as text
    from work_items i ${places}
    where i.id = ${wanted} and i.is_draft = false and i.state__group <> 'triage'
    union all
    select c.id, ${item}, left(c.comment_stripped, ${maxTextLength + 1})
    from work_item_comments c join work_items i on i.id = c.issue_id ${places}
    where c.id = ${wanted} and c.removed_at is null and i.deleted_at is null and i.is_draft = false
      and i.state__group <> 'triage'
    union all ${lasting('cycles')} union all ${lasting('modules')}`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the names of users and states by id. */
async function loadNames(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = sql`any(${[...new Set(ids)]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, display_name as name from users where id = ${wanted}
    union all select id, name from states where id = ${wanted}`.execute(query(em))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the names of the new state or the new assignees, which may have changed again since. */
function namesOf(value: unknown, names: ReadonlyMap<string, string>): string {
  const found = idsOf(value).flatMap((id) => names.get(id) ?? [])
  return found.toSorted((a, b) => a.localeCompare(b)).join(', ')
}

function idsOf(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string' && isId(one))
}

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length <= maxTextLength ? plain : `${plain.slice(0, maxTextLength - 1).toWellFormed()}…`
}

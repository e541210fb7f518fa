import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/ids.ts'
import { sameBurst, senderOf, toldOfBurst } from '#common/notifications/rules.ts'
import type { Happened } from '#common/notifications/schema.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import type { Notification } from './entity.ts'
import type { Told } from './receivers.ts'

/** A notification that is written, or goes on. */
interface Draft {
  /** As it is in the database; null for a new one. */
  before: Notification | null
  row: Notification
}

/** Of what waits to be mailed no more is kept. */
const mostUnmailed = 200

/**
 * One row a person, item and actor as long as it is not read and they go on without a longer break; of mentions another. Rows that go on are
 * locked: who reads one at this moment has it read, and what happens now is told anew.
 */
export async function writeNotifications(
  em: EntityManager,
  workspaceId: string,
  told: Told[],
): Promise<void> {
  if (told.length === 0) return
  const open = new Map((await openRows(em, told)).map((row) => [keyOf(row), draftOf(row)]))
  const drafts = new Set<Draft>()
  for (const one of told) {
    const key = keyOf(asRow(one))
    const last = open.get(key)
    const goesOn = last !== undefined && one.created_at.getTime() - last.row.created_at.getTime() < sameBurst
    const draft = goesOn ? last : { before: null, row: newRow(workspaceId, one) }
    if (goesOn) goOn(draft, one)
    drafts.add(draft)
    open.set(key, draft)
  }
  const written = [...drafts]
  await insert(
    em,
    written.filter(({ before }) => before === null),
  )
  await update(
    em,
    written.filter(({ before }) => before !== null),
  )
  recordBatch(
    em,
    'notifications',
    written.map(({ before, row }) => ({ before, after: row })),
  )
}

function openRows(em: EntityManager, told: Told[]): Promise<Notification[]> {
  const first = Math.min(...told.map(({ created_at }) => created_at.getTime()))
  return query(em)
    .selectFrom('notifications')
    .selectAll()
    .where(sql<boolean>`entity_identifier = any(${[...new Set(told.map(({ item }) => item.id))]}::uuid[])`)
    .where(sql<boolean>`receiver = any(${[...new Set(told.map(({ receiver }) => receiver))]}::uuid[])`)
    .where('created_at', '>', new Date(first - sameBurst))
    .where('read_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('snoozed_till', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type Key = Pick<Notification, 'receiver' | 'entity_identifier' | 'triggered_by' | 'is_mentioned_notification'>

function keyOf({ receiver, entity_identifier, triggered_by, is_mentioned_notification }: Key): string {
  return `${receiver} ${entity_identifier} ${triggered_by} ${is_mentioned_notification}`
}

function asRow({ receiver, item, actor_id, reason }: Told): Key {
  return {
    receiver,
    entity_identifier: item.id,
    triggered_by: actor_id,
    is_mentioned_notification: reason === 'mentioned',
  }
}

function draftOf(before: Notification): Draft {
  return { before, row: { ...before } }
}

function newRow(workspace_id: string, told: Told): Notification {
  const { item, actor_id, created_at, happened } = told
  return {
    ...asRow(told),
    ...saying(told),
    id: newId(),
    workspace_id,
    project_id: item.project_id,
    entity_name: 'issue',
    issue_created_by: item.created_by,
    message: null,
    data: dataOf(told, [happened], 1),
    read_at: null,
    snoozed_till: null,
    woke_at: null,
    archived_at: null,
    unmailed: [happened],
    deleted_at: null,
    created_at,
    updated_at: created_at,
    created_by: actor_id,
    updated_by: actor_id,
  }
}

function goOn({ row }: Draft, told: Told): void {
  const { issue_activities, count } = row.data
  const happened = [...issue_activities, told.happened].slice(-toldOfBurst)
  Object.assign(row, saying(told), {
    data: dataOf(told, happened, count + 1),
    unmailed: [...(row.unmailed ?? []), told.happened].slice(-mostUnmailed),
    woke_at: null,
    created_at: told.created_at,
    updated_at: told.created_at,
  })
}

function saying({ reason, happened: { verb, field, issue_comment }, html }: Told) {
  const title =
    reason === 'mentioned'
      ? 'You have been mentioned in the issue'
      : field === 'comment'
        ? 'commented on the issue'
        : `${verb} the ${field ?? 'issue'}`
  return {
    title,
    sender: senderOf(reason),
    message_html: issue_comment === null ? '' : html,
    message_stripped: issue_comment,
  }
}

function dataOf({ item, happened }: Told, issue_activities: Happened[], count: number): Notification['data'] {
  const { id, name, identifier, sequence_id, state_name, state__group: state_group } = item
  return {
    issue: { id, name, identifier, sequence_id, state_name, state_group },
    issue_activity: happened,
    issue_activities,
    count,
  }
}

const columns = {
  id: 'uuid',
  workspace_id: 'uuid',
  project_id: 'uuid',
  receiver: 'uuid',
  triggered_by: 'uuid',
  entity_identifier: 'uuid',
  entity_name: 'text',
  issue_created_by: 'uuid',
  title: 'text',
  message_html: 'text',
  message_stripped: 'text',
  sender: 'text',
  data: 'jsonb',
  is_mentioned_notification: 'boolean',
  unmailed: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  created_by: 'uuid',
  updated_by: 'uuid',
} satisfies Partial<Record<keyof Notification, string>>
const names = Object.keys(columns).map((name) => sql.ref(name))
const types = sql.raw(
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)

async function insert(em: EntityManager, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  await sql`
    insert into notifications (${sql.join(names)})
    select ${sql.join(names)} from jsonb_to_recordset(${asJson(drafts)}::jsonb) as r(${types})`.execute(
    query(em),
  )
}

const goingOn = [
  'title',
  'sender',
  'message_html',
  'message_stripped',
  'data',
  'unmailed',
  'created_at',
  'updated_at',
] as const

async function update(em: EntityManager, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  const set = goingOn.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`
    update notifications n set woke_at = null, ${sql.join(set)}
    from jsonb_to_recordset(${asJson(drafts)}::jsonb) as r(${types}) where n.id = r.id`.execute(query(em))
}

function asJson(drafts: Draft[]): string {
  return JSON.stringify(drafts.map(({ row }) => row))
}

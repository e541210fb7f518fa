import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { sameBurst, senderOf, toldOfBurst } from '#common/personal/notifications/rules.ts'
import type { Happened, NotificationData } from '#common/personal/notifications/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBatch } from '../../platform/feed/batch.ts'
import type { Notification } from './entity.ts'
import { tellReasons, tellReceivers } from './receipts.ts'
import type { EventReceivers } from './receivers.ts'

/** A notification that is written, or goes on. */
export interface NotificationWrite {
  /** As it is in the database; null for a new one. */
  before: Notification | null
  row: Notification
  /** Why each is told by the last of it. */
  senders: Map<string, string>
  /** When the first of what is told now happened. */
  since: Date
}

/** Of what mails tell no more is kept. */
const mostHappened = 200

/**
 * One row a work item or page and actor for all who are told, as long as they go on without a longer break and all of them are still told; of mentions
 * another. Whoever comes to be told meanwhile gets a row that begins with that. A row that goes on is to be read again by everybody.
 */
export async function writeNotifications(
  em: EntityManager,
  workspaceId: string,
  told: EventReceivers[],
): Promise<void> {
  if (told.length === 0) return
  const open = Map.groupBy((await openRows(em, told)).map(draftOf), ({ row }) => keyOf(row))
  const drafts = new Set<NotificationWrite>()
  for (const one of told) {
    for (const draft of draftsFor(workspaceId, one, open)) drafts.add(draft)
  }
  const written = [...drafts]
  const fresh = written.filter(({ before }) => before === null)
  const going = written.filter(({ before }) => before !== null)
  await insert(em, fresh)
  await update(em, going)
  await tellReceivers(em, fresh, going)
  recordBatch(em, 'notifications', [
    ...fresh.map(({ row, senders }) => ({
      before: null,
      after: { ...row, ...untouched, sender: senders.values().next().value },
    })),
    ...going.map(({ before, row }) => ({ before, after: { ...row, ...untouched } })),
  ])
  const differing = fresh.filter(({ senders }) => new Set(senders.values()).size > 1)
  await tellReasons(em, [...going, ...differing])
}

/** What none of the receivers has done anything with. */
const untouched = { read_at: null, snoozed_till: null, woke_at: null, archived_at: null }

/** Those that go on with it, and one for each reason of whoever is left. */
function draftsFor(
  workspaceId: string,
  told: EventReceivers,
  open: Map<string, NotificationWrite[]>,
): NotificationWrite[] {
  const left = new Map(told.receivers)
  const key = keyOf(asRow(told))
  const known = open.get(key) ?? []
  const drafts = known.filter(
    ({ row }) =>
      told.created_at.getTime() - row.created_at.getTime() < sameBurst &&
      row.receivers.every((person) => left.has(person)),
  )
  for (const draft of drafts) {
    goOn(draft, told)
    for (const person of draft.row.receivers) left.delete(person)
  }
  const fresh = [...Map.groupBy(left, ([, reason]) => reason)].map(([reason, people]) =>
    newDraft(
      workspaceId,
      told,
      people.map(([person]) => person),
      senderOf(reason),
    ),
  )
  open.set(key, [...known, ...fresh])
  return [...drafts, ...fresh]
}

/** Locked: whoever reads one at this moment has read it before or after what happens now, for the feed as for the row. */
function openRows(em: EntityManager, told: EventReceivers[]): Promise<Notification[]> {
  const first = Math.min(...told.map(({ created_at }) => created_at.getTime()))
  return query(em)
    .selectFrom('notifications')
    .selectAll()
    .where(
      sql<boolean>`entity_identifier = any(${[...new Set(told.map(({ subject }) => subject.id))]}::uuid[])`,
    )
    .where('created_at', '>', new Date(first - sameBurst))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type Key = Pick<Notification, 'entity_identifier' | 'triggered_by' | 'is_mentioned_notification'>

function keyOf({ entity_identifier, triggered_by, is_mentioned_notification }: Key): string {
  return `${entity_identifier} ${triggered_by} ${is_mentioned_notification}`
}

function asRow({ subject, actor_id, happened }: EventReceivers): Key {
  return {
    entity_identifier: subject.id,
    triggered_by: actor_id,
    is_mentioned_notification: happened.field === 'mention',
  }
}

function draftOf(before: Notification): NotificationWrite {
  return { before, row: { ...before }, senders: new Map(), since: before.created_at }
}

function newDraft(
  workspace_id: string,
  told: EventReceivers,
  receivers: string[],
  sender: string,
): NotificationWrite {
  const { actor_id, created_at, happened } = told
  const row: Notification = {
    ...asRow(told),
    ...saying(told),
    id: newId(),
    workspace_id,
    ...aboutOf(told),
    receivers,
    message: null,
    data: dataOf(told, [happened], 1),
    happened: [happened],
    deleted_at: null,
    created_at,
    updated_at: created_at,
    created_by: actor_id,
    updated_by: actor_id,
  }
  return {
    before: null,
    row,
    senders: new Map(receivers.map((person) => [person, sender])),
    since: created_at,
  }
}

/** The columns that name the item or page and decide the audience. */
function aboutOf({ subject }: EventReceivers) {
  const { entity_name, id } = subject
  const isItem = entity_name === 'issue'
  return {
    entity_name,
    issue_id: isItem ? id : null,
    page_id: isItem ? null : id,
    project_id: isItem ? subject.project_id : (subject.project_ids[0] ?? null),
    issue_created_by: isItem ? subject.created_by : null,
    project_ids: isItem ? [] : subject.project_ids,
    page_access: isItem ? (0 as const) : subject.access,
    page_owned_by: isItem ? null : subject.owned_by,
  }
}

function goOn(draft: NotificationWrite, told: EventReceivers): void {
  const { row, before, senders } = draft
  const { issue_activities, count } = row.data
  for (const person of row.receivers)
    senders.set(person, senderOf(told.receivers.get(person) ?? 'subscribed'))
  if (before !== null && row.created_at === before.created_at) draft.since = told.created_at
  Object.assign(row, saying(told), {
    data: dataOf(told, [...issue_activities, told.happened].slice(-toldOfBurst), count + 1),
    happened: [...row.happened, told.happened].slice(-mostHappened),
    created_at: told.created_at,
    updated_at: told.created_at,
  })
}

function saying({ subject, happened, html }: EventReceivers) {
  const { issue_comment } = happened
  return {
    title: titleOf(happened, subject.entity_name),
    message_html: issue_comment === null ? '' : html,
    message_stripped: issue_comment,
  }
}

function titleOf({ verb, field }: Happened, name: Notification['entity_name']): string {
  if (field === 'mention') return `You have been mentioned in the ${name}`
  if (field === 'comment') return `commented on the ${name}`
  if (field === 'due') return 'reminded of the due date of the issue'
  return `${verb} the ${field ?? 'issue'}`
}

function dataOf(
  { subject, happened }: EventReceivers,
  issue_activities: Happened[],
  count: number,
): NotificationData {
  const told = { issue_activity: happened, issue_activities, count }
  const { id, name } = subject
  if (subject.entity_name === 'page') return { page: { id, name }, ...told }
  const { identifier, sequence_id, state_name, state__group: state_group } = subject
  return { issue: { id, name, identifier, sequence_id, state_name, state_group }, ...told }
}

const columns = {
  id: 'uuid',
  workspace_id: 'uuid',
  project_id: 'uuid',
  receivers: 'uuid[]',
  triggered_by: 'uuid',
  entity_identifier: 'uuid',
  entity_name: 'text',
  issue_id: 'uuid',
  page_id: 'uuid',
  issue_created_by: 'uuid',
  project_ids: 'uuid[]',
  page_access: 'integer',
  page_owned_by: 'uuid',
  title: 'text',
  message_html: 'text',
  message_stripped: 'text',
  data: 'jsonb',
  happened: 'jsonb',
  is_mentioned_notification: 'boolean',
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

async function insert(em: EntityManager, drafts: NotificationWrite[]): Promise<void> {
  if (drafts.length === 0) return
  await sql`
    insert into notifications (${sql.join(names)})
    select ${sql.join(names)} from jsonb_to_recordset(${asJson(drafts)}::jsonb) as r(${types})`.execute(
    query(em),
  )
}

const goingOn = [
  'title',
  'message_html',
  'message_stripped',
  'data',
  'happened',
  'created_at',
  'updated_at',
] as const

async function update(em: EntityManager, drafts: NotificationWrite[]): Promise<void> {
  if (drafts.length === 0) return
  const set = goingOn.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`
    update notifications n set ${sql.join(set)}
    from jsonb_to_recordset(${asJson(drafts)}::jsonb) as r(${types}) where n.id = r.id`.execute(query(em))
}

function asJson(drafts: NotificationWrite[]): string {
  return JSON.stringify(drafts.map(({ row }) => row))
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import {
  maxNotificationEvents,
  notificationMergeMs,
  notificationSenderForReason,
} from '#common/personal/notifications/rules.ts'
import type { NotificationData, NotificationEvent } from '#common/personal/notifications/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import type { Notification } from './entity.ts'
import { readQuotedComments } from './quoted-comments.ts'
import { insertAndResetReceipts, updateReceiptReasons } from './receipts.ts'
import type { EventReceivers } from './receivers.ts'

/** A notification to insert or update. */
export interface NotificationWrite {
  /** The stored row, or null for a new notification. */
  before: Notification | null
  row: Notification
  /** Reason of the latest event, by user id of the receiver. */
  senders: Map<string, string>
  /**
   * Time of the first of the stored events. The delay before an email or push message is sent begins at this
   * time.
   */
  since: Date
  /** True if no receiver has read, snoozed or archived the notification, and if no email contains it. */
  isUnseen: boolean
  /** True if the latest event was reverted, so that the notification shows an earlier event again. */
  isShortened?: true
}

/** Maximum number of events stored for emails. */
const maxStoredEvents = 200

/**
 * Combines the events of one actor on one item or page into one notification, if the pauses between the events are
 * short. An existing notification is extended only if all of its receivers also receive the new event; other
 * receivers get a new notification. A mention always has its own notification. An updated notification becomes unread
 * for all receivers. If an event reverts the latest event of a notification that nobody has seen, such as an undo, both
 * events are removed, and a notification without events is deleted.
 */
export async function writeNotifications(
  em: EntityManager,
  workspaceId: string,
  events: EventReceivers[],
): Promise<void> {
  if (events.length === 0) return
  const open = Map.groupBy((await openRows(em, events)).map(draftOf), ({ row }) => keyOf(row))
  const drafts = new Set<NotificationWrite>()
  for (const one of events) {
    for (const draft of draftsFor(workspaceId, one, open)) drafts.add(draft)
  }
  await quoteCommentsAgain(em, [...drafts])
  const written = [...drafts].filter(({ row }) => row.happened.length > 0)
  const reverted = [...drafts].flatMap(({ before, row }) => (row.happened.length === 0 && before) || [])
  const inserted = written.filter(({ before }) => before === null)
  const updated = written.filter(({ before }) => before !== null)
  await insert(em, inserted)
  await update(em, updated)
  await remove(em, reverted)
  await insertAndResetReceipts(em, inserted, updated)
  recordBulkChanges(em, 'notifications', [
    ...inserted.map(({ row, senders }) => ({
      before: null,
      after: { ...row, ...freshReceipt, sender: senders.values().next().value },
    })),
    ...updated.map(({ before, row }) => ({ before, after: { ...row, ...freshReceipt } })),
  ])
  const differing = inserted.filter(({ senders }) => new Set(senders.values()).size > 1)
  await updateReceiptReasons(em, [...updated, ...differing])
}

/** The state of a notification that its receiver has not seen. */
const freshReceipt = { read_at: null, snoozed_till: null, woke_at: null, archived_at: null }

/**
 * Returns the existing notifications that the event extends, and a new notification for each reason of the
 * remaining receivers.
 */
function draftsFor(
  workspaceId: string,
  event: EventReceivers,
  open: Map<string, NotificationWrite[]>,
): NotificationWrite[] {
  const remaining = new Map(event.receivers)
  const key = keyOf(asRow(event))
  const openDrafts = open.get(key) ?? []
  const drafts = openDrafts.filter(
    ({ row }) =>
      event.created_at.getTime() - row.created_at.getTime() < notificationMergeMs &&
      row.receivers.every((person) => remaining.has(person)),
  )
  for (const draft of drafts) {
    if (isReverted(draft, event)) removeLastEvent(draft, event)
    else appendEvent(draft, event)
    for (const person of draft.row.receivers) remaining.delete(person)
  }
  const inserted = [...Map.groupBy(remaining, ([, reason]) => reason)].map(([reason, people]) =>
    newDraft(
      workspaceId,
      event,
      people.map(([person]) => person),
      notificationSenderForReason(reason),
    ),
  )
  open.set(key, [...openDrafts, ...inserted])
  return [...drafts, ...inserted]
}

/**
 * Locks recent notifications, so that a concurrent "mark as read" is stored and published either before this
 * event or after it.
 */
async function openRows(
  em: EntityManager,
  events: EventReceivers[],
): Promise<{ row: Notification; isUnseen: boolean }[]> {
  const first = Math.min(...events.map(({ created_at }) => created_at.getTime()))
  const rows = await query(em)
    .selectFrom('notifications')
    .selectAll()
    .where(
      sql<boolean>`entity_identifier = any(${[...new Set(events.map(({ subject }) => subject.id))]}::uuid[])`,
    )
    .where('created_at', '>', new Date(first - notificationMergeMs))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const seen = await query(em)
    .selectFrom('notification_receipts')
    .select('notification_id')
    .distinct()
    .where(sql<boolean>`notification_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where(
      sql<boolean>`(unmailed_since is null or read_at is not null or snoozed_till is not null or archived_at is not null)`,
    )
    .execute()
  const seenIds = new Set(seen.map(({ notification_id }) => notification_id))
  return rows.map((row) => ({ row, isUnseen: !seenIds.has(row.id) }))
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

function draftOf({ row, isUnseen }: { row: Notification; isUnseen: boolean }): NotificationWrite {
  return { before: row, row: { ...row }, senders: new Map(), since: row.created_at, isUnseen }
}

function newDraft(
  workspace_id: string,
  event: EventReceivers,
  receivers: string[],
  sender: string,
): NotificationWrite {
  const { actor_id, created_at, happened } = event
  const row: Notification = {
    ...asRow(event),
    ...messageOf(event),
    id: newId(),
    workspace_id,
    ...subjectColumnsOf(event),
    receivers,
    message: null,
    data: dataOf(event, [happened], 1),
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
    isUnseen: true,
  }
}

/** Returns the columns that identify the item, page or project and decide who may receive the row. */
function subjectColumnsOf({ subject }: EventReceivers) {
  const { entity_name, id } = subject
  const columns = {
    entity_name,
    issue_id: null,
    page_id: null,
    project_id: null,
    issue_created_by: null,
    project_ids: [],
    page_access: 0 as const,
    page_owned_by: null,
    page_shares: {},
  }
  if (entity_name === 'project') return { ...columns, project_id: id }
  if (entity_name === 'issue')
    return { ...columns, issue_id: id, project_id: subject.project_id, issue_created_by: subject.created_by }
  return {
    ...columns,
    page_id: id,
    project_id: subject.project_ids[0] ?? null,
    project_ids: subject.project_ids,
    page_access: subject.access,
    page_owned_by: subject.owned_by,
    page_shares: subject.shares,
  }
}

function appendEvent(draft: NotificationWrite, event: EventReceivers): void {
  const { row, before, senders } = draft
  const { issue_activities, count } = row.data
  for (const person of row.receivers)
    senders.set(person, notificationSenderForReason(event.receivers.get(person) ?? 'subscribed'))
  if (before !== null && row.created_at === before.created_at) draft.since = event.created_at
  Object.assign(row, messageOf(event), {
    data: dataOf(event, [...issue_activities, event.happened].slice(-maxNotificationEvents), count + 1),
    happened: [...row.happened, event.happened].slice(-maxStoredEvents),
    created_at: event.created_at,
    updated_at: event.created_at,
  })
}

/** Returns true if the event sets the value back that the latest event of an unseen notification has changed. */
function isReverted({ row, isUnseen }: NotificationWrite, { happened }: EventReceivers): boolean {
  const last = row.happened.at(-1)
  return (
    isUnseen &&
    last !== undefined &&
    happened.field !== null &&
    happened.issue_comment === null &&
    last.field === happened.field &&
    last.old_value === happened.new_value &&
    last.new_value === happened.old_value &&
    last.old_identifier === happened.new_identifier &&
    last.new_identifier === happened.old_identifier
  )
}

/** Removes the latest event of a notification, which `event` reverts. */
function removeLastEvent(draft: NotificationWrite, event: EventReceivers): void {
  const { row } = draft
  draft.isShortened = true
  const { issue_activities, count } = row.data
  row.happened = row.happened.slice(0, -1)
  const last = row.happened.at(-1)
  const before = last === undefined ? event : { ...event, happened: last, html: row.message_html }
  row.data = dataOf(before, issue_activities.slice(0, -1), count - 1)
  if (last === undefined) return
  const created_at = new Date(last.created_at)
  Object.assign(row, messageOf(before), { created_at, updated_at: created_at })
}

/** Loads the comments that shortened notifications quote. The reverted event had replaced the quotes. */
async function quoteCommentsAgain(em: EntityManager, drafts: readonly NotificationWrite[]): Promise<void> {
  const commentOf = ({ row, isShortened }: NotificationWrite) => {
    const last = row.happened.at(-1)
    return isShortened && last?.issue_comment != null ? last.id : null
  }
  const ids = drafts.flatMap((draft) => commentOf(draft) ?? [])
  if (ids.length === 0) return
  const comments = new Map((await readQuotedComments(em, ids)).map((comment) => [comment.id, comment]))
  for (const draft of drafts) {
    const comment = comments.get(commentOf(draft) ?? '')
    if (comment !== undefined) draft.row.message_html = comment.comment_html
  }
}

function messageOf({ subject, happened, html }: EventReceivers) {
  const { issue_comment } = happened
  return {
    title: titleOf(happened, subject.entity_name),
    message_html: issue_comment === null ? '' : html,
    message_stripped: issue_comment,
  }
}

function titleOf({ verb, field }: NotificationEvent, name: Notification['entity_name']): string {
  if (field === 'mention') return `You have been mentioned in the ${name}`
  if (field === 'share') return `shared the ${name} with you`
  if (field === 'membership') return `added you to the ${name}`
  if (field === 'text') return `edited the ${name}`
  if (field === 'comment') return `commented on the ${name}`
  if (field === 'due') return 'reminded of the due date of the issue'
  if (field === 'reminder') return 'reminded of the issue'
  return `${verb} the ${field ?? 'issue'}`
}

function dataOf(
  { subject, happened }: EventReceivers,
  issue_activities: NotificationEvent[],
  count: number,
): NotificationData {
  const listed = { issue_activity: happened, issue_activities, count }
  const { id, name } = subject
  if (subject.entity_name === 'page') return { page: { id, name }, ...listed }
  if (subject.entity_name === 'project') return { project: { id, name }, ...listed }
  const { identifier, sequence_id, state_name, state__group: state_group } = subject
  return { issue: { id, name, identifier, sequence_id, state_name, state_group }, ...listed }
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
  page_shares: 'jsonb',
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

const updatedColumns = [
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
  const set = updatedColumns.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  await sql`
    update notifications n set ${sql.join(set)}
    from jsonb_to_recordset(${asJson(drafts)}::jsonb) as r(${types}) where n.id = r.id`.execute(query(em))
}

async function remove(em: EntityManager, rows: Notification[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from notifications where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(query(em))
  const deleted_at = new Date()
  recordBulkChanges(
    em,
    'notifications',
    rows.map((before) => ({ before, after: { ...before, deleted_at } })),
  )
}

function asJson(drafts: NotificationWrite[]): string {
  return JSON.stringify(drafts.map(({ row }) => row))
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { NotificationEvent } from '#common/personal/notifications/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import { isImported } from '../../platform/feed/import-origin.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import {
  collectActivityRecords,
  type PendingActivityRecord,
  resolveActivityNames,
} from '../../work/activities/activity-records.ts'
import { commentExcerpt } from './follow-comments.ts'

/**
 * An event on a work item, and the users whom the event mentions for the first time. These users receive a
 * notification of the mention instead of the event.
 */
export interface ItemEvent {
  version: number
  issue_id: string
  actor_id: string | null
  created_at: Date
  /** The event that subscribers receive. Is null when the change only adds mentions. */
  happened: NotificationEvent | null
  mention: NotificationEvent | null
  mentioned: readonly string[]
  /** True if the admins of the project receive the event instead of the subscribers. */
  isForAdmins?: true
  /** HTML of the comment, if the event is a comment. */
  html: string
}

/**
 * Fields whose changes cause no notifications, because they are visible elsewhere, too frequent or private.
 */
const ignoredFields = new Set<string | null>([
  'cycles',
  'modules',
  'reaction',
  'worklog',
  'description',
  'issue',
])

/** Returns the events of these changes that can cause notifications, in chronological order. */
export async function collectItemEvents(em: EntityManager, all: readonly FeedChange[]): Promise<ItemEvent[]> {
  const changes = all.filter((change) => !isImported(change))
  const done = await changeEvents(
    em,
    changes,
    new Map(changes.filter(createsItem).map((change) => [change.id, ids(change.fields['mention_ids'])])),
  )
  const comments = await commentEvents(em, changes)
  const named = changes.flatMap(descriptionMentions)
  const requests = await publicRequestEvents(em, changes)
  return [...done, ...comments, ...named, ...requests].sort(
    (a, b) => a.created_at.getTime() - b.created_at.getTime(),
  )
}

async function changeEvents(
  em: EntityManager,
  changes: readonly FeedChange[],
  named: ReadonlyMap<string, readonly string[]>,
): Promise<ItemEvent[]> {
  const createdIds = new Set(changes.filter(createsItem).map(({ id }) => id))
  const records = (await collectActivityRecords(em, changes)).filter(
    ({ issue_id, field }) => !ignoredFields.has(field) && (field !== null || createdIds.has(issue_id)),
  )
  const assigned = changes.flatMap(assignmentsAtCreation)
  const described = await resolveActivityNames(em, [...records, ...assigned])
  return described.map(({ version, issue_id, actor_id, created_at, ...words }) => ({
    version,
    issue_id,
    actor_id,
    created_at,
    happened: {
      ...words,
      id: newId(),
      actor: actor_id,
      issue_comment: null,
      created_at: created_at.toISOString(),
    },
    mention: null,
    // Users whom a new item mentions are notified of the mention instead of the creation.
    mentioned: words.field === null ? (named.get(issue_id) ?? []) : [],
    html: '',
  }))
}

/**
 * Returns events for the assignees of a new item, because the history of a new item does not contain its
 * assignees.
 */
function assignmentsAtCreation(change: FeedChange): PendingActivityRecord[] {
  const { id, fields, actor_id, created_at, version } = change
  if (!createsItem(change)) return []
  return ids(fields['assignee_ids']).map((person) => ({
    issue_id: id,
    verb: 'updated',
    field: 'assignees',
    old: null,
    new: { table: 'users', id: person },
    relation_id: null,
    version,
    actor_id,
    created_at,
  }))
}

/**
 * Returns true when the change created the item. Returns false when the item was restored, although the feed
 * contains a `create` for it too.
 */
function createsItem(change: FeedChange): boolean {
  return change.entity === 'work_items' && isFirstCreation(change)
}

/**
 * Returns true when this change created the row. Returns false when the row was restored from the trash, and for sample
 * data, whose rows are created with dates in the past.
 */
export function isFirstCreation({ op, fields, created_at }: FeedChange): boolean {
  const [created, updated] = [fields['created_at'], fields['updated_at']].map((at) => Date.parse(String(at)))
  const isBackdated = created_at.getTime() - Number(created) >= longestTransaction
  return op === 'create' && !isBackdated && Number(updated) - Number(created) < creationWindow
}

/** The maximum duration of a transaction, in milliseconds. */
const longestTransaction = 60_000

/**
 * Maximum milliseconds between creation and last update of a new row. Restoring a row updates it much later.
 */
const creationWindow = 2000

/** Returns events of new and restored comments, and of comments with new mentions. Deleted comments are ignored. */
async function commentEvents(em: EntityManager, changes: readonly FeedChange[]): Promise<ItemEvent[]> {
  const wanted = changes.filter(
    ({ entity, op, fields }) =>
      entity === 'work_item_comments' &&
      op !== 'delete' &&
      ('comment_html' in fields || 'mention_ids' in fields),
  )
  if (wanted.length === 0) return []
  const comments = await query(em)
    .selectFrom('work_item_comments')
    .select(['id', 'issue_id', 'actor', 'comment_html', 'comment_stripped'])
    .where(sql<boolean>`id = any(${wanted.map(({ id }) => id)}::uuid[])`)
    .where('removed_at', 'is', null)
    .execute()
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  return wanted.flatMap((change) => {
    const comment = byId.get(change.id)
    return comment === undefined ? [] : commentEventsOf(change, comment)
  })
}

/** Returns true when this change created or restored the comment. */
export function isCommentAdded({ op, fields, old_fields }: FeedChange): boolean {
  const isBack = op === 'update' && Boolean(old_fields?.['removed_at']) && fields['removed_at'] === null
  return op === 'create' || isBack
}

interface Comment {
  issue_id: string
  actor: string
  comment_html: string
  comment_stripped: string
}

function commentEventsOf(change: FeedChange, comment: Comment): ItemEvent[] {
  const { version, id, op, fields, old_fields, created_at, actor_id } = change
  const isNewComment = isCommentAdded(change)
  const mentioned = diffMentionIds(fields, op === 'create' ? {} : (old_fields ?? {}))
  if (!isNewComment && mentioned.length === 0) return []
  const by = op === 'create' ? comment.actor : actor_id
  const base = createNotificationEvent(id, by, created_at, commentExcerpt(comment.comment_stripped))
  return [
    {
      version,
      issue_id: comment.issue_id,
      actor_id: by,
      created_at,
      happened: isNewComment ? { ...base, field: 'comment' } : null,
      mention: mentioned.length > 0 ? { ...base, field: 'mention', new_value: 'comment' } : null,
      mentioned,
      html: comment.comment_html,
    },
  ]
}

/** Returns events of requests that visitors of a public board submitted. */
async function publicRequestEvents(em: EntityManager, changes: readonly FeedChange[]): Promise<ItemEvent[]> {
  const submitted = changes.filter((change) => change.entity === 'intake_issues' && isFirstCreation(change))
  if (submitted.length === 0) return []
  const requests = await query(em)
    .selectFrom('intake_issues')
    .select('id')
    .where(sql<boolean>`id = any(${submitted.map(({ id }) => id)}::uuid[])`)
    .where('source', '=', 'FORMS')
    .execute()
  return submitted
    .filter(({ id }) => requests.some((request) => request.id === id))
    .map(({ version, id, actor_id, created_at }) => ({
      ...{ version, issue_id: id, actor_id, created_at, mention: null, mentioned: [], html: '' },
      happened: {
        ...createNotificationEvent(newId(), actor_id, created_at, null),
        ...{ field: 'intake', new_value: 'submitted' },
      },
      isForAdmins: true,
    }))
}

/** Returns the users that an item's description mentions for the first time. */
function descriptionMentions(change: FeedChange): ItemEvent[] {
  const { version, entity, id, actor_id, created_at } = change
  const mentioned = entity === 'work_items' ? findNewMentions(change) : []
  if (mentioned.length === 0) return []
  const mention = {
    ...createNotificationEvent(id, actor_id, created_at, null),
    field: 'mention',
    new_value: 'description',
  }
  return [{ version, issue_id: id, actor_id, created_at, happened: null, mention, mentioned, html: '' }]
}

/** Returns the users whom the text mentions after this change and did not mention before. */
export function findNewMentions(change: FeedChange): string[] {
  if (change.op === 'update') return diffMentionIds(change.fields, change.old_fields ?? {})
  return isFirstCreation(change) ? diffMentionIds(change.fields, {}) : []
}

export function diffMentionIds(fields: Record<string, unknown>, before: Record<string, unknown>): string[] {
  const had = ids(before['mention_ids'])
  return ids(fields['mention_ids']).filter((person) => !had.includes(person))
}

export function createNotificationEvent(
  id: string,
  actor: string | null,
  at: Date,
  issue_comment: string | null,
): NotificationEvent {
  return {
    id,
    verb: 'created',
    field: null,
    actor,
    old_value: '',
    new_value: '',
    old_identifier: null,
    new_identifier: null,
    issue_comment,
    created_at: at.toISOString(),
  }
}

function ids(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

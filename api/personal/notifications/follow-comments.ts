import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { maxCommentExcerptLength } from '#common/personal/notifications/rules.ts'
import type { NotificationData, NotificationEvent } from '#common/personal/notifications/schema.ts'
import { truncateAtWord } from '#common/platform/text.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import type { Notification } from './entity.ts'
import { type QuotedComment, readQuotedComments } from './quoted-comments.ts'

/** Deletes the notifications of deleted comments, and updates the quotes of edited comments. */
export async function updateNotificationsOfComments(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<void> {
  const ids = changes
    .filter(
      ({ entity, op, fields }) =>
        (entity === 'work_item_comments' || entity === 'page_comments') &&
        op === 'update' &&
        'comment_html' in fields,
    )
    .map(({ id }) => id)
  if (ids.length > 0) await updateQuotesOfComments(em, ids)
}

/** Updates the quotes in notifications to the current text of these comments. */
export async function updateQuotesOfComments(em: EntityManager, ids: readonly string[]): Promise<void> {
  const comments = await readQuotedComments(em, ids)
  const subjects = comments.map(({ subject_id }) => subject_id)
  const rows = await query(em)
    .selectFrom('notifications')
    .selectAll()
    .where(sql<boolean>`entity_identifier = any(${subjects}::uuid[])`)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(data->'issue_activities' || happened) one where (one->>'id')::uuid = any(${ids}::uuid[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  // If the latest comment was deleted, a notification quotes an earlier comment, so read all of its comments.
  const events = rows.flatMap(({ data, happened }) => [...data.issue_activities, ...happened])
  const quotedIds = events.flatMap(({ id, issue_comment }) => (issue_comment === null ? [] : id))
  const quoted = await readQuotedComments(em, [...new Set([...ids, ...quotedIds])])
  const byId = new Map(quoted.map((comment) => [comment.id, comment]))
  const changed = rows.map((before) => ({ before, after: withCurrentText(before, byId) }))
  const updated = changed.flatMap(({ before, after }) => (after === null ? [] : { before, after }))
  const deleted = changed.flatMap(({ before, after }) => (after === null ? before : []))
  await sql`delete from notifications where id = any(${deleted.map(({ id }) => id)}::uuid[])`.execute(
    query(em),
  )
  const sent = updated.map(({ after: { id, data, happened, message_html, message_stripped } }) => ({
    ...{ id, data, happened, message_html, message_stripped },
  }))
  await sql`
    update notifications n set data = r.data, happened = r.happened, message_html = r.message_html,
      message_stripped = r.message_stripped
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
      as r(id uuid, data jsonb, happened jsonb, message_html text, message_stripped text)
    where n.id = r.id`.execute(query(em))
  const deletedAt = new Date()
  recordBulkChanges(em, 'notifications', [
    ...updated,
    ...deleted.map((before) => ({ before, after: { ...before, deleted_at: deletedAt } })),
  ])
}

/**
 * Returns the notification with the current text of its comments. Returns null when the notification has no
 * events left.
 */
function withCurrentText(
  row: Notification,
  comments: ReadonlyMap<string, QuotedComment>,
): Notification | null {
  const { data } = row
  const events = withWords(data.issue_activities, comments)
  const last = events.at(-1)
  if (last === undefined) return null
  const count = data.count - (data.issue_activities.length - events.length)
  const now: NotificationData = { ...data, issue_activity: last, issue_activities: events, count }
  const quoted = comments.get(last.id)
  return {
    ...row,
    data: now,
    happened: withWords(row.happened, comments),
    message_html: quoted?.comment_html ?? (last.issue_comment === null ? '' : row.message_html),
    message_stripped: last.issue_comment,
  }
}

function withWords(
  events: NotificationEvent[],
  comments: ReadonlyMap<string, QuotedComment>,
): NotificationEvent[] {
  return events.flatMap((one) => {
    const comment = comments.get(one.id)
    if (comment === undefined) return one
    if (comment.removed_at !== null) return []
    return { ...one, issue_comment: commentExcerpt(comment.comment_stripped) }
  })
}

/** Shortens a comment to the maximum length of an excerpt, and marks the cut with an ellipsis. */
export function commentExcerpt(text: string): string {
  const whole = truncateAtWord(text, maxCommentExcerptLength + 1)
  return whole.length > maxCommentExcerptLength
    ? `${whole.slice(0, maxCommentExcerptLength - 1).toWellFormed()}…`
    : whole
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { NotificationReason } from '#common/personal/notifications/rules.ts'
import type { NotificationEvent } from '#common/personal/notifications/schema.ts'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import { commentExcerpt } from './follow-comments.ts'
import { createNotificationEvent, diffMentionIds, findNewMentions, isCommentAdded } from './item-events.ts'
import { collectPageEdits } from './page-edits.ts'

/**
 * An event on a page, such as a mention, a comment or an edit, and the users to notify. The access of these users to the page
 * is checked later.
 */
export interface PageEvent {
  page_id: string
  actor_id: string | null
  created_at: Date
  happened: NotificationEvent
  concerned: ReadonlyMap<string, NotificationReason | 'mentioned'>
  html: string
}

/** Returns the events of these changes in chronological order. */
export async function collectPageEvents(
  em: EntityManager,
  workspaceId: string,
  changes: readonly FeedChange[],
): Promise<PageEvent[]> {
  const comments = await commentsIn(em, changes)
  const shares = await newSharesIn(em, workspaceId, changes)
  const edits = await collectPageEdits(em, workspaceId, changes)
  return changes.flatMap((change) => {
    if (change.entity === 'pages')
      return [...pageMentions(change), ...pageShareEvents(change, shares.get(change.version) ?? [])]
    if (change.entity === 'page_versions') return edits.get(change.version) ?? []
    const comment = change.entity === 'page_comments' ? comments.get(change.id) : undefined
    return comment === undefined ? [] : pageCommentEvents(change, comment)
  })
}

/** Returns events for users that the page's text mentions for the first time. */
function pageMentions(change: FeedChange): PageEvent[] {
  const mentioned = findNewMentions(change)
  if (mentioned.length === 0) return []
  const { id, actor_id, created_at } = change
  const happened = {
    ...createNotificationEvent(id, actor_id, created_at, null),
    field: 'mention',
    new_value: 'page',
  }
  return [{ page_id: id, actor_id, created_at, happened, concerned: asMentioned(mentioned), html: '' }]
}

/** Returns an event for the people with whom the page is shared since this change. */
function pageShareEvents({ id, actor_id, created_at }: FeedChange, added: readonly string[]): PageEvent[] {
  if (added.length === 0) return []
  const happened = { ...createNotificationEvent(id, actor_id, created_at, null), field: 'share' }
  const concerned = new Map(added.map((person) => [person, 'subscribed' as const]))
  return [{ page_id: id, actor_id, created_at, happened, concerned, html: '' }]
}

/**
 * Returns the people with whom pages are shared since these changes, by version. Sub-pages are shared together
 * with their page in one transaction. Each person is listed only for the topmost of these pages, so that they
 * receive only one notification. The reader may receive the changes of one transaction in several batches, but
 * they all have the same time.
 */
async function newSharesIn(
  em: EntityManager,
  workspaceId: string,
  changes: readonly FeedChange[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const versions = changes
    .filter(({ entity, op, fields }) => entity === 'pages' && op === 'update' && 'shares' in fields)
    .map(({ version }) => version)
  if (versions.length === 0) return new Map()
  const { rows } = await sql<{ version: number; people: string[] }>`
    with shared as (
      select c.version, c.created_at, c.entity_id, p.parent, added.person
      from changes c join pages p on p.id = c.entity_id cross join lateral (
        select jsonb_object_keys(c.fields -> 'shares') except select jsonb_object_keys(c.old_fields -> 'shares')
      ) added(person)
      where c.workspace_id = ${workspaceId} and c.entity = 'pages' and c.op = 'update'
        and jsonb_exists(c.fields, 'shares') and c.created_at in (
          select created_at from changes where workspace_id = ${workspaceId} and version = any(${versions}::bigint[]))
    ), topmost as (
      select distinct on (s.created_at, s.person) s.version, s.person
      from shared s left join shared above
        on above.created_at = s.created_at and above.person = s.person and above.entity_id = s.parent
      order by s.created_at, s.person, above.entity_id is not null, s.version
    )
    select version::float8 as version, array_agg(person) as people from topmost group by version`.execute(
    query(em),
  )
  return new Map(rows.map(({ version, people }) => [version, people]))
}

interface PageComment {
  id: string
  page_id: string
  actor: string
  comment_html: string
  comment_stripped: string
  page_owned_by: string
  /** Ids of the authors in the thread and of the users whom the thread mentions. */
  taking_part: string[]
}

async function commentsIn(
  em: EntityManager,
  changes: readonly FeedChange[],
): Promise<ReadonlyMap<string, PageComment>> {
  const ids = changes.filter(({ entity }) => entity === 'page_comments').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PageComment>`
    select c.id, c.page_id, c.actor, c.comment_html, c.comment_stripped, c.page_owned_by, array(
      select distinct taking.part from page_comments o cross join lateral unnest(o.actor || o.mention_ids || array(
        select unnest(t.member_ids) from teamspaces t
        where t.id = any(o.mention_ids) and t.workspace_id = o.workspace_id and t.deleted_at is null)) as taking(part)
      where o.page_id = c.page_id and coalesce(o.parent_id, o.id) = coalesce(c.parent_id, c.id) and o.id <> c.id) as taking_part
    from page_comments c where c.id = any(${ids}::uuid[]) and c.removed_at is null`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the events of a comment on a page. Users who are mentioned for the first time receive the mention.
 * The page owner and the participants of the thread receive the comment.
 */
function pageCommentEvents(change: FeedChange, comment: PageComment): PageEvent[] {
  const { op, fields, old_fields, created_at } = change
  const mentioned = diffMentionIds(fields, op === 'create' ? {} : (old_fields ?? {}))
  const actor_id = op === 'create' ? comment.actor : change.actor_id
  const record = createNotificationEvent(
    comment.id,
    actor_id,
    created_at,
    commentExcerpt(comment.comment_stripped),
  )
  const base = { page_id: comment.page_id, actor_id, created_at, html: comment.comment_html }
  const others = [...comment.taking_part, comment.page_owned_by].filter(
    (person) => !mentioned.includes(person),
  )
  return [
    {
      ...base,
      happened: { ...record, field: 'mention', new_value: 'comment' },
      concerned: asMentioned(mentioned),
    },
    {
      ...base,
      happened: { ...record, field: 'comment' },
      concerned: new Map(
        isCommentAdded(change)
          ? others.map((person) => [person, person === comment.page_owned_by ? 'created' : 'subscribed'])
          : [],
      ),
    },
  ]
}

function asMentioned(people: readonly string[]): ReadonlyMap<string, 'mentioned'> {
  return new Map(people.map((person) => [person, 'mentioned']))
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { maxPageLevels } from '#common/pages/pages/tree.ts'
import type { NotificationReason } from '#common/personal/notifications/rules.ts'
import type { NotificationEvent } from '#common/personal/notifications/schema.ts'
import { query } from '../../platform/db/orm.ts'
import type { FeedChange } from '../../platform/feed/reader.ts'
import { commentExcerpt } from './follow-comments.ts'
import { createNotificationEvent, diffMentionIds, findNewMentions, isCommentAdded } from './item-events.ts'

/**
 * A mention in a page, or a comment on a page, and the users to notify. The access of these users to the page
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
  const edits = changes.filter(({ entity, op }) => entity === 'page_versions' && op === 'create')
  const watchers = await watchersOf(em, workspaceId, edits)
  return changes.flatMap((change) => {
    if (change.entity === 'pages')
      return [...pageMentions(change), ...pageShareEvents(change, shares.get(change.version) ?? [])]
    if (change.entity === 'page_versions') return pageEditEvents(change, watchers)
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

interface WatchedEdit {
  page_id: string
  people: readonly string[]
}

/**
 * Returns an event for the watchers of a page when somebody begins to edit it. Later edits of the same editing session
 * belong to the same version, so they cause no further events.
 */
function pageEditEvents(
  { id, version, fields, actor_id, created_at }: FeedChange,
  watched: ReadonlyMap<number, WatchedEdit>,
): PageEvent[] {
  const edit = watched.get(version)
  if (edit === undefined) return []
  const { editor_ids } = fields
  const writers = Array.isArray(editor_ids) ? editor_ids.map(String) : []
  const people = edit.people.filter((person) => !writers.includes(person))
  const actor = actor_id ?? writers[0]
  if (actor === undefined || writers.length === 0 || people.length === 0) return []
  const happened = { ...createNotificationEvent(id, actor, created_at, null), field: 'text' }
  const concerned = new Map(people.map((person) => [person, 'subscribed' as const]))
  return [{ page_id: edit.page_id, actor_id: actor, created_at, happened, concerned, html: '' }]
}

/**
 * Returns the people who are notified of the edits, because they watch the edited page or one of its parent pages
 * (see `findWatchScope`). The key of the result is the version of the edit in the change feed. If a transaction
 * creates a page together with its text, such as an import or a copy, nobody is notified.
 */
async function watchersOf(
  em: EntityManager,
  workspaceId: string,
  edits: readonly FeedChange[],
): Promise<ReadonlyMap<number, WatchedEdit>> {
  if (edits.length === 0) return new Map()
  const versions = edits.map(({ version }) => version)
  const { rows } = await sql<WatchedEdit & { version: number }>`
    with recursive edits as (
      select c.version, v.page_id from changes c join page_versions v on v.id = c.entity_id
      where c.workspace_id = ${workspaceId} and c.version = any(${versions}::bigint[]) and not exists (
        select from changes made where made.created_at = c.created_at and made.workspace_id = c.workspace_id
          and made.entity = 'pages' and made.op = 'create' and made.entity_id = v.page_id)
    ), path as (
      select edits.version, edits.page_id, p.id, p.parent, 0 as level
      from edits join pages p on p.id = edits.page_id
      union all
      select path.version, path.page_id, p.id, p.parent, path.level + 1
      from path join pages p on p.id = path.parent where path.level < ${maxPageLevels}
    ), nearest as (
      select distinct on (path.version, w.user_id) path.version, path.page_id, w.user_id, w.scope
      from path join page_watches w on w.page_id = path.id
      where path.level = 0 or w.scope in ('tree', 'off')
      order by path.version, w.user_id, path.level
    )
    select version::float8 as version, page_id, array_agg(user_id) as people
    from nearest where scope <> 'off' group by version, page_id`.execute(query(em))
  return new Map(rows.map(({ version, ...edit }) => [version, edit]))
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

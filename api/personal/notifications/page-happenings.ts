import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Reason } from '#common/personal/notifications/rules.ts'
import type { Happened } from '#common/personal/notifications/schema.ts'
import { query } from '../../platform/db/orm.ts'
import type { ReadChange } from '../../platform/feed/reader.ts'
import { excerpt } from './follow-comments.ts'
import { cameIn, isSaidBy, namedIn, saying } from './happenings.ts'

/** A mention in a page, or a comment on one, with whom it concerns; whether they see the page is not decided yet. */
export interface PageHappening {
  page_id: string
  actor_id: string | null
  created_at: Date
  happened: Happened
  concerned: ReadonlyMap<string, Reason | 'mentioned'>
  html: string
}

/** In the order in which it happened. */
export async function pageHappenings(
  em: EntityManager,
  changes: readonly ReadChange[],
): Promise<PageHappening[]> {
  const comments = await commentsIn(em, changes)
  return changes.flatMap((change) => {
    if (change.entity === 'pages') return writtenWithNames(change)
    const comment = change.entity === 'page_comments' ? comments.get(change.id) : undefined
    return comment === undefined ? [] : saidOfPage(change, comment)
  })
}

/** Whom the text of a page mentions for the first time. */
function writtenWithNames(change: ReadChange): PageHappening[] {
  const mentioned = namedIn(change)
  if (mentioned.length === 0) return []
  const { id, actor_id, created_at } = change
  const happened = { ...saying(id, actor_id, created_at, null), field: 'mention', new_value: 'page' }
  return [{ page_id: id, actor_id, created_at, happened, concerned: asMentioned(mentioned), html: '' }]
}

interface Said {
  id: string
  page_id: string
  actor: string
  comment_html: string
  comment_stripped: string
  page_owned_by: string
  /** The authors of the thread and the people it mentions. */
  taking_part: string[]
}

async function commentsIn(
  em: EntityManager,
  changes: readonly ReadChange[],
): Promise<ReadonlyMap<string, Said>> {
  const ids = changes.filter(({ entity }) => entity === 'page_comments').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Said>`
    select c.id, c.page_id, c.actor, c.comment_html, c.comment_stripped, c.page_owned_by, array(
      select distinct taking.part from page_comments o cross join lateral unnest(o.actor || o.mention_ids) as taking(part)
      where o.page_id = c.page_id and coalesce(o.parent_id, o.id) = coalesce(c.parent_id, c.id) and o.id <> c.id) as taking_part
    from page_comments c where c.id = any(${ids}::uuid[]) and c.removed_at is null`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row]))
}

/** People who are mentioned for the first time get the mention; the owner of the page and the people of the thread get the comment. */
function saidOfPage(change: ReadChange, comment: Said): PageHappening[] {
  const { op, fields, old_fields, created_at } = change
  const mentioned = cameIn(fields, op === 'create' ? {} : (old_fields ?? {}))
  const actor_id = op === 'create' ? comment.actor : change.actor_id
  const words = saying(comment.id, actor_id, created_at, excerpt(comment.comment_stripped))
  const told = { page_id: comment.page_id, actor_id, created_at, html: comment.comment_html }
  const others = [...comment.taking_part, comment.page_owned_by].filter(
    (person) => !mentioned.includes(person),
  )
  return [
    {
      ...told,
      happened: { ...words, field: 'mention', new_value: 'comment' },
      concerned: asMentioned(mentioned),
    },
    {
      ...told,
      happened: { ...words, field: 'comment' },
      concerned: new Map(
        isSaidBy(change)
          ? others.map((person) => [person, person === comment.page_owned_by ? 'created' : 'subscribed'])
          : [],
      ),
    },
  ]
}

function asMentioned(people: readonly string[]): ReadonlyMap<string, 'mentioned'> {
  return new Map(people.map((person) => [person, 'mentioned']))
}

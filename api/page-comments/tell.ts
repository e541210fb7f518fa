import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../db/orm.ts'
import type { ReadChange } from '../feed/reader.ts'

/**
 * Notes who is to be told what was said of a page: whoever it mentions for the first time, and of something new the page's owner and whoever
 * takes part in the thread, but for who said it. Whether they see the page is asked when it is mailed.
 */
export async function tellOfPageComments(em: EntityManager, changes: readonly ReadChange[]): Promise<void> {
  const said = changes.filter(({ entity }) => entity === 'page_comments')
  const made = said.filter(({ op }) => op === 'create').map(({ id }) => id)
  const named = said.filter(({ op, fields }) => op === 'create' || 'mention_ids' in fields)
  if (made.length + named.length === 0) return
  const before = Object.fromEntries(
    named.map(({ id, old_fields }) => [id, old_fields?.['mention_ids'] ?? []]),
  )
  await sql`
    insert into page_comment_mails (comment_id, receiver, is_mention)
    select told.comment_id, told.receiver, bool_or(told.is_mention) from (
      select c.id as comment_id, c.actor, unnest(c.mention_ids) as receiver, true as is_mention
      from page_comments c where c.id = any(${named.map(({ id }) => id)}::uuid[])
      union all
      select c.id, c.actor, c.page_owned_by, false
      from page_comments c where c.id = any(${made}::uuid[])
      union all
      select c.id, c.actor, taking.part, false
      from page_comments c
      join page_comments o on coalesce(o.parent_id, o.id) = coalesce(c.parent_id, c.id) and o.id <> c.id
      cross join lateral unnest(o.actor || o.mention_ids) as taking(part)
      where c.id = any(${made}::uuid[])
    ) told
    join users u on u.id = told.receiver
    where told.receiver <> told.actor
      and not (told.is_mention and ${JSON.stringify(before)}::jsonb -> told.comment_id::text ? told.receiver::text)
    group by told.comment_id, told.receiver
    on conflict do nothing`.execute(query(em))
}

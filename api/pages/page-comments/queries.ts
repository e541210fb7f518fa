import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { pageCommentsLimit } from '#common/pages/page-comments/rules.ts'
import {
  type PageComment,
  type PageCommentRow,
  pageComment,
  pageCommentRow,
} from '#common/pages/page-comments/schema.ts'
import { commentsBytes } from '#common/work/comments/rules.ts'
import { usersLite } from '../../identity/users/lite.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { findPage } from '../pages/queries.ts'
import type { PageCommentRecord } from './entity.ts'

/** The last of them, oldest first: so many, and no more of their text than one answer holds. One that was deleted is there for the replies to it. */
export async function listPageComments(ctx: ProjectContext, pageId: string): Promise<PageComment[]> {
  await findPage(ctx, pageId)
  const db = query(ctx.em)
  const last = db
    .selectFrom('page_comments as c')
    .select('c.id')
    .select(
      sql<number>`sum(octet_length(c.comment_html)) over (order by c.created_at desc, c.id desc)`.as('bytes'),
    )
    .where('c.page_id', '=', pageId)
    .where(
      sql<boolean>`(c.removed_at is null or (c.parent_id is null and exists (
        select from page_comments r where r.parent_id = c.id and r.removed_at is null)))`,
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(pageCommentsLimit)
  const rows = await db
    .selectFrom('page_comments as c')
    .innerJoin(last.as('last'), 'last.id', 'c.id')
    .select(columns.map((column) => `c.${column}` as const))
    .where('last.bytes', '<=', commentsBytes)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
  return presentPageComments(ctx.em, rows)
}

const columns = pageCommentRow.keyof().options

export async function presentPageComments(
  em: EntityManager,
  rows: readonly Pick<PageCommentRecord, keyof PageCommentRow>[],
): Promise<PageComment[]> {
  const people = await usersLite(
    em,
    rows.map(({ actor }) => actor),
  )
  return rows.map((row) => present(pageComment, { ...row, actor_detail: people.get(row.actor) ?? null }))
}

import { sql } from 'kysely'
import { pageCommentsLimit } from '#common/pages/page-comments/rules.ts'
import {
  type PageComment,
  type PageCommentRow,
  pageComment,
  pageCommentRow,
} from '#common/pages/page-comments/schema.ts'
import { loadNewestComments } from '../../documents/comments/queries.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { findPage } from '../pages/queries.ts'
import type { PageCommentRecord } from './entity.ts'

type Answered = Pick<PageCommentRecord, keyof PageCommentRow>

/** Returns the comments of a page. A deleted comment is included if it has replies. */
export async function listPageComments(ctx: ProjectContext, pageId: string): Promise<PageComment[]> {
  await findPage(ctx, pageId)
  const wanted = sql<boolean>`c.page_id = ${pageId} and (c.removed_at is null or (c.parent_id is null and exists (
    select from page_comments r where r.parent_id = c.id and r.removed_at is null)))`
  const columns = pageCommentRow.keyof().options
  return presentPageComments(
    ctx,
    null,
    await loadNewestComments<Answered>(ctx.em, 'page_comments', columns, wanted, pageCommentsLimit),
  )
}

export async function presentPageComments(
  { em }: ProjectContext,
  _page: unknown,
  rows: readonly Answered[],
): Promise<PageComment[]> {
  const people = await loadUsersLite(
    em,
    rows.map(({ actor }) => actor),
  )
  return rows.map((row) => presentRow(pageComment, { ...row, actor_detail: people.get(row.actor) ?? null }))
}

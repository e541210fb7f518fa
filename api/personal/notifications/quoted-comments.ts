import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'

export interface QuotedComment {
  id: string
  /** Id of the work item or page. */
  subject_id: string
  comment_html: string
  comment_stripped: string
  removed_at: Date | null
}

/** Reads the current texts of comments on work items and pages. */
export async function readQuotedComments(
  em: EntityManager,
  ids: readonly string[],
): Promise<QuotedComment[]> {
  const { rows } = await sql<QuotedComment>`
    select id, issue_id as subject_id, comment_html, comment_stripped, removed_at from work_item_comments
    where id = any(${ids}::uuid[])
    union all
    select id, page_id, comment_html, comment_stripped, removed_at from page_comments where id = any(${ids}::uuid[])`.execute(
    query(em),
  )
  return rows
}

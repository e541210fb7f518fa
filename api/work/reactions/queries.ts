import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { type ReactionAnswer, reactionAnswer } from '#common/work/reactions/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { whereItIs } from '../work-items/moved-on.ts'

export function listReactions(ctx: ProjectContext, id: string): Promise<ReactionAnswer[]> {
  return whereItIs(ctx, id, async (there) => {
    await loadWorkItem(there, id)
    return reactionsTo(there, id, null)
  })
}

export function listCommentReactions(ctx: ProjectContext, commentId: string): Promise<ReactionAnswer[]> {
  return onComment(ctx, commentId, (there, issueId) => reactionsTo(there, issueId, [commentId]))
}

/** Does something in the project where the item of a comment is, which the caller has yet to see. One that was deleted is not found. */
export async function onComment<Result>(
  ctx: ProjectContext,
  commentId: string,
  work: (there: ProjectContext, issueId: string) => Promise<Result>,
): Promise<Result> {
  const comment = await query(ctx.em)
    .selectFrom('work_item_comments')
    .select('issue_id')
    .where('id', '=', commentId)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (comment === undefined) throw notFound('Comment not found')
  return whereItIs(ctx, comment.issue_id, async (there) => {
    await loadWorkItem(there, comment.issue_id)
    return work(there, comment.issue_id)
  })
}

/** To an item that the caller sees, or to these comments on it, the oldest first. */
export async function reactionsTo(
  { em }: WorkspaceContext,
  issueId: string,
  comments: readonly string[] | null,
): Promise<ReactionAnswer[]> {
  const rows = await query(em)
    .selectFrom('reactions as r')
    .innerJoin('users as u', 'u.id', 'r.actor')
    .selectAll('r')
    .select('u.display_name')
    .where('r.issue_id', '=', issueId)
    .where(
      comments === null
        ? sql<boolean>`r.comment_id is null`
        : sql<boolean>`r.comment_id = any(${comments}::uuid[])`,
    )
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => present(reactionAnswer, { ...row, issue: row.issue_id, comment: row.comment_id }))
}

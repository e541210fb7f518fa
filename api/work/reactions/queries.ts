import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { type ReactionResponse, reactionResponse } from '#common/work/reactions/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'

export function listReactions(ctx: ProjectContext, id: string): Promise<ReactionResponse[]> {
  return runInCurrentProjectOfItem(ctx, id, async (itemCtx) => {
    await loadWorkItem(itemCtx, id)
    return loadItemReactions(itemCtx, id, null)
  })
}

export function listCommentReactions(ctx: ProjectContext, commentId: string): Promise<ReactionResponse[]> {
  return runInProjectOfComment(ctx, commentId, (itemCtx, issueId) =>
    loadItemReactions(itemCtx, issueId, [commentId]),
  )
}

/**
 * Runs `work` in the project of the item that the comment belongs to, after checking that the caller can see
 * the item. Deleted comments are not found.
 */
export async function runInProjectOfComment<Result>(
  ctx: ProjectContext,
  commentId: string,
  work: (itemCtx: ProjectContext, issueId: string) => Promise<Result>,
): Promise<Result> {
  const comment = await query(ctx.em)
    .selectFrom('work_item_comments')
    .select('issue_id')
    .where('id', '=', commentId)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (comment === undefined) throw notFound('Comment not found')
  return runInCurrentProjectOfItem(ctx, comment.issue_id, async (itemCtx) => {
    await loadWorkItem(itemCtx, comment.issue_id)
    return work(itemCtx, comment.issue_id)
  })
}

/**
 * Returns the reactions to an item, or to the given comments on the item, oldest first. The caller has
 * checked access.
 */
export async function loadItemReactions(
  { em }: WorkspaceContext,
  issueId: string,
  comments: readonly string[] | null,
): Promise<ReactionResponse[]> {
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
  return rows.map((row) =>
    presentRow(reactionResponse, { ...row, issue: row.issue_id, comment: row.comment_id }),
  )
}

import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import type { BoardFeedbackSetting } from '#common/sharing/publish/rules.ts'
import { assertProjectNotArchived } from '../../access/guard.ts'
import { selectUserIdsWithProjectAccess } from '../../access/people.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import type { Context, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import {
  assertBoardAllows,
  loadPublicBoard,
  type PublicBoard,
  publicCommentsCondition,
  publishedItemsCondition,
} from './board.ts'

export interface FeedbackTargetItem {
  id: string
  workspace_id: string
  project_id: string
  created_by: string | null
  board: PublicBoard
}

type Where = { anchor: string } & ({ issue_id: string } | { comment_id: string })

/**
 * Loads an item to which a user outside the project adds feedback. Throws if the board does not show the item, if the
 * board does not allow this kind of feedback, or if the project is archived. Locks the item and the board until the
 * commit, and registers the user as a public member of the project.
 */
export async function loadItemForFeedback(
  ctx: UserContext,
  where: Where,
  allowed: BoardFeedbackSetting,
): Promise<FeedbackTargetItem> {
  const board = await loadPublicBoard(ctx, where.anchor)
  assertBoardAllows(board, allowed)
  if ('comment_id' in where) assertBoardAllows(board, 'is_comments_enabled')
  assertProjectNotArchived(board)
  await ctx.limits.take('feedback', ctx.user.id)
  const id =
    'comment_id' in where ? await findItemIdOfPublicComment(ctx, board, where.comment_id) : where.issue_id
  const { rows } = await sql<Omit<FeedbackTargetItem, 'board'>>`
    select i.id, i.workspace_id, i.project_id, i.created_by from work_items i
    join deploy_boards b on b.anchor = ${where.anchor}
    where ${publishedItemsCondition(board)} and i.id = ${id} and not b.is_disabled and b.${sql.ref(allowed)} for share of i, b`.execute(
    query(ctx.em),
  )
  const [item] = rows
  if (item === undefined) throw notFound('Issue not found')
  await registerPublicMember(ctx, item)
  return { ...item, board }
}

/** Returns the id of the item that a public comment belongs to. */
export async function findItemIdOfPublicComment(
  { em }: Context,
  board: PublicBoard,
  commentId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_item_comments c join work_items i on i.id = c.issue_id
    where c.id = ${commentId} and ${publicCommentsCondition} and ${publishedItemsCondition(board)}`.execute(
    query(em),
  )
  const [item] = rows
  if (item === undefined) throw notFound('Comment not found')
  return item.id
}

/**
 * Registers a user outside the project as a public member. This grants no access, but members of the project
 * see the user's name on their feedback.
 */
export async function registerPublicMember(
  { em, user }: UserContext,
  { workspace_id, project_id }: Pick<FeedbackTargetItem, 'workspace_id' | 'project_id'>,
): Promise<void> {
  const isIn = await selectUserIdsWithProjectAccess(em, workspace_id, project_id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (isIn !== undefined) return
  await query(em)
    .insertInto('project_public_members')
    .values({ project_id, workspace_id, member_id: user.id, created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Record the full row of the user, because members of the workspace may never have received it.
  const person = await em.findOneOrFail(UserEntity, { id: user.id })
  recordBulkChanges(em, 'users', [{ before: null, after: person }])
}

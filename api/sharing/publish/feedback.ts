import { LockMode } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { maxCommentsBytes } from '#common/documents/comments/rules.ts'
import { removeMentions } from '#common/documents/content/mention.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { maxPublicCommentLength, publicCommentsPageSize } from '#common/sharing/publish/rules.ts'
import {
  type PublicComment,
  type PublicReactionCount,
  type PublicReactionRow,
  type PublicVoteCounts,
  type PublicVoteRow,
  publicComment,
  type ReactionWithUpdatedCount,
  reactionWithUpdatedCount,
  type VoteWithUpdatedCounts,
  voteWithUpdatedCounts,
} from '#common/sharing/publish/schema.ts'
import type { VoteRow } from '#common/work/reactions/votes/schema.ts'
import { visitorContext, writtenByFormerMemberSql } from '../../access/visitors.ts'
import { changeCommentText, newCommentColumns, removeComment } from '../../documents/comments/changes.ts'
import type { CommentText } from '../../documents/comments/columns.ts'
import { newestCommentIdsSql } from '../../documents/comments/queries.ts'
import {
  commentTextFromContent,
  commentTooLongError,
  emptyCommentError,
} from '../../documents/comments/text.ts'
import { FileAssetEntity } from '../../documents/files/entity.ts'
import { attachPicturesToText } from '../../documents/files/texts.ts'
import type { Context, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { CommentEntity, type CommentRecord } from '../../work/comments/entity.ts'
import { createReaction, removeOwnReaction } from '../../work/reactions/commands.ts'
import { VoteEntity } from '../../work/reactions/votes/entity.ts'
import {
  assertBoardAllows,
  loadPublicBoard,
  publicCommentsCondition,
  publishedItemsCondition,
} from './board.ts'
import { loadPublicReactions, loadPublicVotes } from './feedback-rows.ts'
import { type FeedbackTargetItem, findItemIdOfPublicComment, loadItemForFeedback } from './open-item.ts'
import { reactionCountsSql, voteCountsSql } from './tallies.ts'

export async function listPublishedComments(
  ctx: Context,
  { anchor, issue_id }: PublicItemPath,
  before: string | null,
): Promise<PublicComment[]> {
  const board = await loadPublicBoard(ctx, anchor)
  assertBoardAllows(board, 'is_comments_enabled')
  await seen(ctx, anchor, issue_id)
  const isBefore =
    before === null
      ? sql<boolean>`true`
      : sql<boolean>`(c.created_at, c.id) < (select b.created_at, b.id from work_item_comments b where b.id = ${before} and b.issue_id = ${issue_id})`
  return comments(ctx, board.is_reactions_enabled, sql`c.issue_id = ${issue_id} and ${isBefore}`)
}

/**
 * Adds a comment of a user outside the project. Such a comment must not mention people, and contains only
 * pictures that the user uploaded on a public board.
 */
export async function addPublishedComment(
  ctx: UserContext,
  { anchor, issue_id }: PublicItemPath,
  html: string,
): Promise<PublicComment> {
  const text = await wordsOf(ctx, html)
  const item = await loadItemForFeedback(ctx, { anchor, issue_id }, 'is_comments_enabled')
  const comment = ctx.em.create(CommentEntity, {
    ...placeOf(item),
    ...newCommentColumns(ctx.user.id),
    ...text,
    id: newId(),
    issue_id: item.id,
    parent_id: null,
    access: 'EXTERNAL',
  })
  await ctx.em.flush()
  await attachOwnPictures(ctx, item, comment)
  return oneComment(ctx, item, comment.id)
}

export async function updatePublishedComment(
  ctx: UserContext,
  { comment_id, ...where }: PublicItemPath & { comment_id: string },
  html: string,
): Promise<PublicComment> {
  const text = await wordsOf(ctx, html)
  const item = await loadItemForFeedback(ctx, where, 'is_comments_enabled')
  const comment = await loadOwn(ctx, item, comment_id)
  if (text.comment_html !== comment.comment_html) changeCommentText(comment, text)
  comment.updated_by = ctx.user.id
  await ctx.em.flush()
  await attachOwnPictures(ctx, item, comment)
  return oneComment(ctx, item, comment_id)
}

export async function deletePublishedComment(
  ctx: UserContext,
  { comment_id, ...where }: PublicItemPath & { comment_id: string },
): Promise<undefined> {
  const item = await loadItemForFeedback(ctx, where, 'is_comments_enabled')
  const comment = await loadOwn(ctx, item, comment_id)
  removeComment(comment)
  comment.updated_by = ctx.user.id
  await ctx.em.flush()
}

export async function listPublishedReactions(
  ctx: Context,
  { anchor, issue_id }: PublicItemPath,
): Promise<PublicReactionRow[]> {
  const board = await loadPublicBoard(ctx, anchor)
  assertBoardAllows(board, 'is_reactions_enabled')
  await seen(ctx, anchor, issue_id)
  return loadPublicReactions(ctx, sql`r.issue_id = ${issue_id} and r.comment_id is null`)
}

export async function listPublishedCommentReactions(
  ctx: Context,
  { anchor, comment_id }: PublicCommentPath,
): Promise<PublicReactionRow[]> {
  const board = await loadPublicBoard(ctx, anchor)
  assertBoardAllows(board, 'is_comments_enabled')
  assertBoardAllows(board, 'is_reactions_enabled')
  await findItemIdOfPublicComment(ctx, board, comment_id)
  return loadPublicReactions(ctx, sql`r.comment_id = ${comment_id}`)
}

export async function addPublishedReaction(
  ctx: UserContext,
  where: PublicItemPath,
  reaction: string,
): Promise<ReactionWithUpdatedCount> {
  const item = await loadItemForFeedback(ctx, where, 'is_reactions_enabled')
  await createReaction(ctx, item, null, { reaction })
  return ownReaction(ctx, sql`r.issue_id = ${item.id} and r.comment_id is null`, reaction)
}

export async function addPublishedCommentReaction(
  ctx: UserContext,
  { anchor, comment_id }: PublicCommentPath,
  reaction: string,
): Promise<ReactionWithUpdatedCount> {
  const item = await loadItemForFeedback(ctx, { anchor, comment_id }, 'is_reactions_enabled')
  await createReaction(ctx, item, comment_id, { reaction })
  return ownReaction(ctx, sql`r.comment_id = ${comment_id}`, reaction)
}

export async function removePublishedReaction(
  ctx: UserContext,
  { reaction, ...where }: (PublicItemPath | PublicCommentPath) & { reaction: string },
): Promise<undefined> {
  const item = await loadItemForFeedback(ctx, where, 'is_reactions_enabled')
  await removeOwnReaction(ctx, item, 'comment_id' in where ? where.comment_id : null, reaction)
}

export async function listPublishedVotes(
  ctx: Context,
  { anchor, issue_id }: PublicItemPath,
): Promise<PublicVoteRow[]> {
  const board = await loadPublicBoard(ctx, anchor)
  assertBoardAllows(board, 'is_votes_enabled')
  await seen(ctx, anchor, issue_id)
  return loadPublicVotes(ctx, issue_id)
}

export async function castVote(
  ctx: UserContext,
  where: PublicItemPath,
  vote: VoteRow['vote'],
): Promise<VoteWithUpdatedCounts> {
  const item = await loadItemForFeedback(ctx, where, 'is_votes_enabled')
  const own = await ctx.em.findOne(VoteEntity, { issue_id: item.id, actor: ctx.user.id })
  if (own === null)
    ctx.em.create(VoteEntity, { ...placeOf(item), id: newId(), issue_id: item.id, actor: ctx.user.id, vote })
  else own.vote = vote
  await ctx.em.flush()
  return ownVote(ctx, item.id)
}

export async function takeBackVote(ctx: UserContext, where: PublicItemPath): Promise<undefined> {
  const item = await loadItemForFeedback(ctx, where, 'is_votes_enabled')
  const own = await ctx.em.findOne(VoteEntity, { issue_id: item.id, actor: ctx.user.id })
  if (own === null) return
  ctx.em.remove(own)
  await ctx.em.flush()
}

export interface PublicItemPath {
  anchor: string
  issue_id: string
}

export interface PublicCommentPath {
  anchor: string
  comment_id: string
}

function placeOf({ workspace_id, project_id, created_by }: FeedbackTargetItem) {
  return { workspace_id, project_id, issue_created_by: created_by }
}

/** Throws "not found" unless the board shows the item. */
async function seen(ctx: Context, anchor: string, id: string): Promise<void> {
  const board = await loadPublicBoard(ctx, anchor)
  const { rows } =
    await sql`select 1 from work_items i where ${publishedItemsCondition(board)} and i.id = ${id}`.execute(
      query(ctx.em),
    )
  if (rows.length === 0) throw notFound('Issue not found')
}

async function wordsOf(ctx: UserContext, sent: string): Promise<CommentText> {
  const text = await commentTextFromContent(ctx, { html: sent })
  const { comment_html, comment_stripped, mention_ids } = text
  if (mention_ids.length > 0 || !(await areOwnPictures(ctx, fileIdsInHtml(comment_html))))
    throw invalid('comment_html', 'Public comments can’t contain mentions or images.')
  if (comment_stripped.trim() === '') throw emptyCommentError()
  if (comment_html.length > maxPublicCommentLength) throw commentTooLongError()
  return text
}

async function areOwnPictures({ em, user }: UserContext, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const own = await em.count(FileAssetEntity, {
    id: { $in: ids },
    created_by: user.id,
    entity_type: 'COMMENT_DESCRIPTION',
    uploaded_at: { $ne: null },
    deleted_at: null,
  })
  return own === new Set(ids).size
}

async function attachOwnPictures(
  ctx: UserContext,
  { project_id }: FeedbackTargetItem,
  { id, comment_html }: CommentRecord,
): Promise<void> {
  const ids = fileIdsInHtml(comment_html)
  if (ids.length === 0) return
  const visitor = await visitorContext(ctx, project_id)
  await attachPicturesToText(visitor, { entity_type: 'COMMENT_DESCRIPTION', id, project_id }, ids)
}

async function loadOwn(
  { em, user }: UserContext,
  item: FeedbackTargetItem,
  id: string,
): Promise<CommentRecord> {
  const comment = await em.findOne(
    CommentEntity,
    { id, issue_id: item.id, actor: user.id, access: 'EXTERNAL', removed_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (comment === null || (await isOfFormerMember(em, user.id, id))) throw notFound('Comment not found')
  return comment
}

async function isOfFormerMember(em: UserContext['em'], userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from work_item_comments c where c.id = ${id} and ${writtenByFormerMemberSql(userId)}`.execute(
    query(em),
  )
  return rows.length > 0
}

async function oneComment(ctx: UserContext, item: FeedbackTargetItem, id: string): Promise<PublicComment> {
  const [comment] = await comments(ctx, item.board.is_reactions_enabled, sql`c.id = ${id}`)
  if (comment === undefined) throw notFound('Comment not found')
  return comment
}

/** Returns the latest comments that fit into one response, oldest first. */
async function comments(
  { em, user }: Context,
  withReactions: boolean,
  which: RawBuilder<unknown>,
): Promise<PublicComment[]> {
  const me = user?.id ?? null
  const { rows } = await sql<PublicComment>`
    select c.id, c.comment_html, u.display_name as author, coalesce(c.actor = ${me}::uuid, false) and not ${writtenByFormerMemberSql(me)} as is_own,
      c.created_at, c.edited_at,
      case when ${withReactions} then ${reactionCountsSql(sql`r.comment_id = c.id`, me)} end as reactions
    from ${newestCommentIdsSql('work_item_comments', sql`${publicCommentsCondition} and ${which}`, publicCommentsPageSize)} last
    join work_item_comments c on c.id = last.id join users u on u.id = c.actor
    where last.bytes <= ${maxCommentsBytes} order by c.created_at, c.id`.execute(query(em))
  return rows.map((row) =>
    presentRow(publicComment, { ...row, comment_html: removeMentions(row.comment_html) }),
  )
}

/** Returns the caller’s reaction, and how many users reacted in the same way. */
async function ownReaction(
  ctx: UserContext,
  which: RawBuilder<unknown>,
  reaction: string,
): Promise<ReactionWithUpdatedCount> {
  const { rows } = await sql<{ reactions: PublicReactionCount[] }>`
    select ${reactionCountsSql(which, ctx.user.id)} as reactions`.execute(query(ctx.em))
  const counted = rows[0]?.reactions.find((one) => one.reaction === reaction)
  const given = await loadPublicReactions(
    ctx,
    sql`${which} and r.actor = ${ctx.user.id} and r.reaction = ${reaction}`,
  )
  return reactionWithUpdatedCount.parse({ ...given[0], ...counted })
}

/** Returns the caller’s vote, and the number of votes for and against the item. */
async function ownVote(ctx: UserContext, id: string): Promise<VoteWithUpdatedCounts> {
  const { rows } = await sql<{ votes: PublicVoteCounts }>`
    select ${voteCountsSql(sql`v.issue_id = ${id}`, ctx.user.id)} as votes`.execute(query(ctx.em))
  const given = (await loadPublicVotes(ctx, id)).find(({ actor }) => actor === ctx.user.id)
  return voteWithUpdatedCounts.parse({ ...given, ...rows[0]?.votes })
}

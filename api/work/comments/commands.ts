import { LockMode } from '@mikro-orm/postgresql'
import { filesInHtml } from '#common/documents/content/pictures.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { commentCalls } from '#common/work/comments/calls.ts'
import { canChangeComment, canComment, canResolveThread } from '#common/work/comments/rules.ts'
import type { Comment } from '#common/work/comments/schema.ts'
import { actorOf, allow } from '../../access/actor.ts'
import { broughtIn, keepPictures } from '../../documents/files/texts.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { writeItems } from '../work-items/write-items.ts'
import { changeText } from './change-text.ts'
import { CommentEntity, type CommentRecord, type CommentText } from './entity.ts'
import { presentComments } from './queries.ts'
import { commentText, noText } from './text.ts'

export async function createComment(
  ctx: ProjectContext,
  issueId: string,
  input: BodyOf<typeof commentCalls.createComment>,
): Promise<Comment> {
  const { em, user, project, workspace } = ctx
  allow(canComment(actorOf(ctx), await loadWorkItem(ctx, issueId)))
  const text = await commentText(ctx, input)
  const item = await lockItem(ctx, issueId)
  const comment = em.create(CommentEntity, {
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_id: project.id,
    issue_id: item.id,
    issue_created_by: item.created_by,
    parent_id: input.parent_id ? await threadOf(ctx, item.id, input.parent_id) : null,
    actor: user.id,
    ...text,
    access: input.access ?? 'INTERNAL',
    edited_at: null,
    before_edit: null,
    removed_at: null,
    removed: null,
    resolved_at: null,
    resolved_by: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await follow(ctx, item, [user.id, ...text.mention_ids])
  return save(ctx, item, comment, filesInHtml(text.comment_html))
}

/** Who is mentioned in it for the first time follows the item from then on. */
export async function updateComment(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  input: BodyOf<typeof commentCalls.updateComment>,
): Promise<Comment> {
  const item = await lockItem(ctx, issueId)
  const comment = await load(ctx, item, id)
  allow(canComment(actorOf(ctx), item) && canChangeComment(actorOf(ctx), comment))
  const isSent = input.comment_html !== undefined || Boolean(input.comment_json)
  const text = isSent ? await commentText(ctx, input) : null
  let pictures: string[] = []
  if (text !== null && text.comment_html !== comment.comment_html) {
    const sent = { html: input.comment_html ?? null, json: input.comment_json }
    pictures = broughtIn(comment.comment_html, text.comment_html, sent)
    await follow(
      ctx,
      item,
      text.mention_ids.filter((one) => !comment.mention_ids.includes(one)),
    )
    changeText(comment, text)
  }
  if (input.access !== undefined) comment.access = input.access
  return save(ctx, item, comment, pictures)
}

/** What it said is kept for Undo where no call answers it; replies to it stay. */
export async function deleteComment(ctx: ProjectContext, issueId: string, id: string): Promise<undefined> {
  const item = await lockItem(ctx, issueId)
  const comment = await load(ctx, item, id)
  allow(canChangeComment(actorOf(ctx), comment))
  takeAway(comment)
  await save(ctx, item, comment)
}

export function takeAway(comment: CommentRecord): void {
  const { comment_html, comment_json, comment_stripped, mention_ids } = comment
  const removed: CommentText = { comment_html, comment_json, comment_stripped, mention_ids }
  Object.assign(comment, noText, { removed, removed_at: new Date(), before_edit: null })
}

/** Bringing back one that is not deleted changes nothing. */
export async function restoreComment(ctx: ProjectContext, issueId: string, id: string): Promise<Comment> {
  const item = await lockItem(ctx, issueId)
  const comment = await load(ctx, item, id, { isRemoved: true })
  allow(canChangeComment(actorOf(ctx), comment))
  if (comment.removed_at !== null) {
    if (comment.removed === null) throw notFound('Comment not found')
    Object.assign(comment, comment.removed, { removed: null, removed_at: null })
  }
  return save(ctx, item, comment)
}

export async function setResolved(
  ctx: ProjectContext,
  issueId: string,
  id: string,
  isResolved: boolean,
): Promise<Comment> {
  const item = await lockItem(ctx, issueId)
  const comment = await load(ctx, item, id, { isRemoved: true })
  allow(canComment(actorOf(ctx), item) && canResolveThread(actorOf(ctx), comment))
  if (comment.parent_id !== null) throw invalid('comment_id', 'Only a whole thread is settled.')
  if ((comment.resolved_at !== null) !== isResolved) {
    comment.resolved_at = isResolved ? new Date() : null
    comment.resolved_by = isResolved ? ctx.user.id : null
  }
  return save(ctx, item, comment)
}

/** While it is locked the item does not move to another project, whose people alone hear of its comments then. */
async function lockItem(ctx: ProjectContext, id: string): Promise<ItemRow> {
  const [item] = await lockItems(ctx, [id])
  if (item === undefined) throw notFound('Issue not found')
  return item
}

/** Its item is locked before: two who change it at once do it one after the other, each knowing what it was. */
async function load(
  ctx: ProjectContext,
  item: ItemRow,
  id: string,
  { isRemoved = false } = {},
): Promise<CommentRecord> {
  const comment = await ctx.em.findOne(
    CommentEntity,
    { id, issue_id: item.id, ...(!isRemoved && { removed_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (comment === null) throw notFound('Comment not found')
  return comment
}

/** The comment that begins the thread: there are replies, but none to replies. */
async function threadOf({ em }: ProjectContext, issueId: string, id: string): Promise<string> {
  const comment = await em.findOne(CommentEntity, { id, issue_id: issueId })
  if (comment === null) throw invalid('parent_id', 'There is no such comment.')
  return comment.parent_id ?? comment.id
}

/** To speak of an item is no change of it: it stays where it is among those that were updated last. */
async function follow(ctx: ProjectContext, item: ItemRow, people: string[]): Promise<void> {
  const subscriber_ids = [...new Set([...item.subscriber_ids, ...people])]
  await writeItems(ctx, [{ before: item, patch: { subscriber_ids } }], { edited: false })
}

async function save(
  ctx: ProjectContext,
  item: ItemRow,
  comment: CommentRecord,
  pictures: string[] = [],
): Promise<Comment> {
  comment.updated_by = ctx.user.id
  await ctx.em.flush()
  const text = { entity_type: 'COMMENT_DESCRIPTION', id: comment.id, project_id: item.project_id } as const
  await keepPictures(ctx, text, pictures)
  const [answer] = await presentComments(ctx, item, [comment])
  if (answer === undefined) throw notFound('Comment not found')
  return answer
}

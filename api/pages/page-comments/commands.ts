import { LockMode } from '@mikro-orm/postgresql'
import { filesInHtml } from '#common/documents/content/pictures.ts'
import type { pageCommentCalls } from '#common/pages/page-comments/calls.ts'
import {
  canCommentOnPage,
  canDeletePageComment,
  canEditPageComment,
  canResolvePageThread,
} from '#common/pages/page-comments/rules.ts'
import type { PageComment } from '#common/pages/page-comments/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { allow } from '../../access/actor.ts'
import { broughtIn, keepPictures } from '../../documents/files/texts.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { changeText } from '../../work/comments/change-text.ts'
import type { CommentText } from '../../work/comments/entity.ts'
import { commentText, noText } from '../../work/comments/text.ts'
import type { Page } from '../pages/entity.ts'
import { loadPage } from '../pages/load.ts'
import { actorOf } from '../pages/place.ts'
import { checkedAnchor } from './anchor.ts'
import { PageCommentEntity, type PageCommentRecord } from './entity.ts'
import { presentPageComments } from './queries.ts'

type Calls = typeof pageCommentCalls

export async function createPageComment(
  ctx: ProjectContext,
  pageId: string,
  input: BodyOf<Calls['createPageComment']>,
): Promise<PageComment> {
  allow(canCommentOnPage(actorOf(ctx), await loadPage(ctx, pageId, { isChanged: false })))
  const text = await commentText(ctx, input)
  const page = await lockPage(ctx, pageId)
  const comment = ctx.em.create(PageCommentEntity, {
    id: input.id ?? newId(),
    workspace_id: page.workspace_id,
    page_id: page.id,
    project_ids: page.project_ids,
    page_access: page.access,
    page_owned_by: page.owned_by,
    ...(await placeOf(ctx, page, input)),
    actor: ctx.user.id,
    ...text,
    edited_at: null,
    before_edit: null,
    removed_at: null,
    removed: null,
    resolved_at: null,
    resolved_by: null,
    created_by: ctx.user.id,
    updated_by: ctx.user.id,
  })
  return save(ctx, comment, filesInHtml(text.comment_html))
}

export async function updatePageComment(
  ctx: ProjectContext,
  pageId: string,
  id: string,
  input: BodyOf<Calls['updatePageComment']>,
): Promise<PageComment> {
  const comment = await load(ctx, await loadPage(ctx, pageId, { isChanged: false }), id, { isHeld: false })
  allow(canEditPageComment(actorOf(ctx), comment))
  const text = await commentText(ctx, input)
  const held = await load(ctx, await lockPage(ctx, pageId), id)
  if (text.comment_html === held.comment_html) return save(ctx, held)
  const sent = { html: input.comment_html, json: input.comment_json }
  const pictures = broughtIn(held.comment_html, text.comment_html, sent)
  changeText(held, text)
  return save(ctx, held, pictures)
}

/** What it said is kept for Undo where no call answers it; replies to it stay. */
export async function deletePageComment(ctx: ProjectContext, pageId: string, id: string): Promise<undefined> {
  const comment = await load(ctx, await loadPage(ctx, pageId), id)
  allow(canDeletePageComment(actorOf(ctx), comment))
  const { comment_html, comment_json, comment_stripped, mention_ids } = comment
  const removed: CommentText = { comment_html, comment_json, comment_stripped, mention_ids }
  Object.assign(comment, noText, { removed, removed_at: new Date(), before_edit: null })
  await save(ctx, comment)
}

/** Bringing back one that is not deleted changes nothing. */
export async function restorePageComment(
  ctx: ProjectContext,
  pageId: string,
  id: string,
): Promise<PageComment> {
  const comment = await load(ctx, await loadPage(ctx, pageId), id, { isRemoved: true })
  allow(canDeletePageComment(actorOf(ctx), comment))
  if (comment.removed_at !== null) {
    if (comment.removed === null) throw notFound('Comment not found')
    Object.assign(comment, comment.removed, { removed: null, removed_at: null })
  }
  return save(ctx, comment)
}

export async function setPageThreadResolved(
  ctx: ProjectContext,
  pageId: string,
  id: string,
  isResolved: boolean,
): Promise<PageComment> {
  const comment = await load(ctx, await lockPage(ctx, pageId), id, { isRemoved: true })
  allow(canResolvePageThread(actorOf(ctx), comment))
  if (comment.parent_id !== null) throw invalid('comment_id', 'Only a whole thread is settled.')
  if ((comment.resolved_at !== null) !== isResolved) {
    comment.resolved_at = isResolved ? new Date() : null
    comment.resolved_by = isResolved ? ctx.user.id : null
  }
  return save(ctx, comment)
}

/** While it is locked the page is not moved or made private, by which others hear of its comments. */
async function lockPage(ctx: ProjectContext, id: string): Promise<Page> {
  const page = await loadPage(ctx, id)
  allow(canCommentOnPage(actorOf(ctx), page))
  return page
}

async function load(
  { em }: ProjectContext,
  page: Page,
  id: string,
  { isRemoved = false, isHeld = true } = {},
): Promise<PageCommentRecord> {
  const comment = await em.findOne(
    PageCommentEntity,
    { id, page_id: page.id, ...(!isRemoved && { removed_at: null }) },
    isHeld ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {},
  )
  if (comment === null) throw notFound('Comment not found')
  return comment
}

/** A thread has the place of its text; a reply belongs to the thread, and there are none to replies. */
async function placeOf(
  { em }: ProjectContext,
  page: Page,
  { parent_id, anchor }: BodyOf<Calls['createPageComment']>,
): Promise<Pick<PageCommentRecord, 'parent_id' | 'anchor'>> {
  if (parent_id == null) {
    if (anchor == null) throw invalid('anchor', 'A thread is about a text.')
    return { parent_id: null, anchor: checkedAnchor(anchor) }
  }
  const comment = await em.findOne(PageCommentEntity, { id: parent_id, page_id: page.id })
  if (comment === null) throw invalid('parent_id', 'There is no such comment.')
  return { parent_id: comment.parent_id ?? comment.id, anchor: null }
}

async function save(
  ctx: ProjectContext,
  comment: PageCommentRecord,
  pictures: string[] = [],
): Promise<PageComment> {
  comment.updated_by = ctx.user.id
  await ctx.em.flush()
  const text = { entity_type: 'COMMENT_DESCRIPTION', id: comment.id, project_id: ctx.project.id } as const
  await keepPictures(ctx, text, pictures)
  const [answer] = await presentPageComments(ctx.em, [comment])
  if (answer === undefined) throw notFound('Comment not found')
  return answer
}

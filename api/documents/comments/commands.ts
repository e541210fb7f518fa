import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { canChangeComment, canResolveThread } from '#common/documents/comments/rules.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { attachPicturesToText, findAddedPictureIds } from '../files/texts.ts'
import { changeCommentText, newCommentColumns, removeComment, restoreComment } from './changes.ts'
import type { CommentColumns } from './columns.ts'
import { type CommentInput, commentTextFromInput } from './text.ts'

interface NewComment extends CommentInput {
  id?: string | undefined
  parent_id?: string | null | undefined
}

/**
 * The table that stores one kind of comments (on work items or on pages), and the column that assigns a comment to
 * its work item or page.
 */
interface OwnedComments<Owner, Row extends CommentColumns> {
  entity: EntityName<Row>
  /** Returns the column that assigns a comment to its item or page (`owner`). */
  owned: (owner: Owner) => Partial<Row>
}

/** Defines how comments on work items and comments on pages differ. */
interface CommentKind<Owner, Row extends CommentColumns, Input, Patch, Answer>
  extends OwnedComments<Owner, Row> {
  /**
   * Loads the commented item or page if the caller can see it. The lock keeps its visibility stable until the
   * commit, because the visibility decides who receives the comment.
   */
  load: (ctx: ProjectContext, id: string, options: { isLocked: boolean }) => Promise<Owner>
  canComment: (ctx: ProjectContext, owner: Owner) => boolean
  canEdit: typeof canChangeComment
  /** Returns the columns of a new comment that only this kind of comment has (on work items, or on pages). */
  begin: (owner: Owner, input: Input) => Partial<Row>
  /** Runs before a comment is stored. `mentioned` contains the users whom the comment mentions for the first time. */
  write?: (
    ctx: ProjectContext,
    owner: Owner,
    comment: Row,
    patch: Patch,
    mentioned: string[],
  ) => Promise<void>
  present: (ctx: ProjectContext, owner: Owner, comments: Row[]) => Promise<Answer[]>
}

export function createCommentCommands<
  Owner,
  Row extends CommentColumns,
  Input extends NewComment,
  Patch extends CommentInput,
  Answer,
>(kind: CommentKind<Owner, Row, Input, Patch, Answer>) {
  const { entity, load, owned, canComment } = kind

  async function save(ctx: ProjectContext, owner: Owner, comment: Row, pictures: string[] = []) {
    comment.updated_by = ctx.user.id
    await ctx.em.flush()
    const text = { entity_type: 'COMMENT_DESCRIPTION', id: comment.id, project_id: ctx.project.id } as const
    await attachPicturesToText(ctx, text, pictures)
    const [answer] = await kind.present(ctx, owner, [comment])
    if (answer === undefined) throw notFound('Comment not found')
    return answer
  }

  async function create(ctx: ProjectContext, ownerId: string, input: Input & Patch): Promise<Answer> {
    requirePermission(canComment(ctx, await load(ctx, ownerId, { isLocked: false })))
    const { text, named } = await commentTextFromInput(ctx, input)
    const owner = await load(ctx, ownerId, { isLocked: true })
    requirePermission(canComment(ctx, owner))
    const comment = ctx.em.create(entity, {
      ...newCommentColumns(ctx.user.id),
      ...{ id: input.id ?? newId(), workspace_id: ctx.workspace.id },
      parent_id: input.parent_id ? await threadOf(kind, ctx, owner, input.parent_id) : null,
      ...text,
      ...owned(owner),
      ...kind.begin(owner, input),
    } as never) as Row
    await kind.write?.(ctx, owner, comment, input, [ctx.user.id, ...named])
    return save(ctx, owner, comment, fileIdsInHtml(text.comment_html))
  }

  async function update(ctx: ProjectContext, ownerId: string, id: string, patch: Patch): Promise<Answer> {
    const check = (owner: Owner, one: Row) =>
      requirePermission(canComment(ctx, owner) && kind.canEdit(projectActor(ctx), one))
    const seen = await load(ctx, ownerId, { isLocked: false })
    const stored = await find(kind, ctx, seen, id, { isLocked: false })
    check(seen, stored)
    const { comment_html: html, comment_json: json } = patch
    const sent =
      html !== undefined || json ? await commentTextFromInput(ctx, patch, stored.mention_ids) : null
    const owner = await load(ctx, ownerId, { isLocked: true })
    const comment = await find(kind, ctx, owner, id)
    check(owner, comment)
    if (sent === null || sent.text.comment_html === comment.comment_html) {
      await kind.write?.(ctx, owner, comment, patch, [])
      return save(ctx, owner, comment)
    }
    const { text, named } = sent
    const pictures = findAddedPictureIds(comment.comment_html, text.comment_html, {
      html: html ?? null,
      json,
    })
    const mentioned = named.filter((one) => !comment.mention_ids.includes(one))
    await kind.write?.(ctx, owner, comment, patch, mentioned)
    changeCommentText(comment, text)
    return save(ctx, owner, comment, pictures)
  }

  async function remove(ctx: ProjectContext, ownerId: string, id: string): Promise<undefined> {
    const owner = await load(ctx, ownerId, { isLocked: true })
    const comment = await find(kind, ctx, owner, id)
    requirePermission(canChangeComment(projectActor(ctx), comment))
    removeComment(comment)
    await save(ctx, owner, comment)
  }

  async function restore(ctx: ProjectContext, ownerId: string, id: string): Promise<Answer> {
    const owner = await load(ctx, ownerId, { isLocked: true })
    const comment = await find(kind, ctx, owner, id, { isRemoved: true })
    requirePermission(canChangeComment(projectActor(ctx), comment))
    restoreComment(comment)
    return save(ctx, owner, comment)
  }

  async function setResolved(
    ctx: ProjectContext,
    ownerId: string,
    id: string,
    isResolved: boolean,
  ): Promise<Answer> {
    const owner = await load(ctx, ownerId, { isLocked: true })
    const comment = await find(kind, ctx, owner, id, { isRemoved: true })
    requirePermission(canComment(ctx, owner) && canResolveThread(projectActor(ctx), comment))
    if (comment.parent_id !== null) throw invalid('comment_id', 'Only a whole thread can be resolved.')
    if ((comment.resolved_at !== null) !== isResolved) {
      comment.resolved_at = isResolved ? new Date() : null
      comment.resolved_by = isResolved ? ctx.user.id : null
    }
    return save(ctx, owner, comment)
  }

  return { create, update, remove, restore, setResolved }
}

/**
 * Finds a comment. Commands have already locked the item or page of the comment, so concurrent changes run
 * one after the other.
 */
async function find<Owner, Row extends CommentColumns>(
  { entity, owned }: OwnedComments<Owner, Row>,
  { em }: ProjectContext,
  owner: Owner,
  id: string,
  { isRemoved = false, isLocked = true } = {},
): Promise<Row> {
  const where = { id, ...owned(owner), ...(!isRemoved && { removed_at: null }) } as FilterQuery<Row>
  const options = isLocked ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {}
  const comment = await em.findOne(entity, where, options)
  if (comment === null) throw notFound('Comment not found')
  return comment as Row
}

/** Returns the id of the first comment of the thread, because replies cannot have replies. */
async function threadOf<Owner, Row extends CommentColumns>(
  { entity, owned }: OwnedComments<Owner, Row>,
  { em }: ProjectContext,
  owner: Owner,
  id: string,
): Promise<string> {
  const comment = await em.findOne(entity, { id, ...owned(owner) } as FilterQuery<Row>)
  if (comment === null) throw invalid('parent_id', 'Comment not found.')
  return comment.parent_id ?? comment.id
}

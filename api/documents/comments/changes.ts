import { notFound } from '#common/platform/errors.ts'
import type { CommentBeforeEdit, CommentColumns, CommentText } from './columns.ts'

/** Returns the columns of a new comment that do not depend on the item or page it belongs to. */
export function newCommentColumns(userId: string) {
  return {
    actor: userId,
    ...{ edited_at: null, before_edit: null, removed_at: null, removed: null },
    ...{ resolved_at: null, resolved_by: null },
    created_by: userId,
    updated_by: userId,
  }
}

/**
 * Replaces the text of a comment. If the new text equals the text before the last edit (Undo), the previous
 * edit time is restored.
 */
export function changeCommentText(comment: CommentColumns, text: CommentText): void {
  const { comment_html, edited_at, before_edit: before } = comment
  const isBack = before?.comment_html === text.comment_html
  const restored = before?.edited_at ? new Date(before.edited_at) : null
  Object.assign(comment, text, {
    edited_at: isBack ? restored : new Date(),
    before_edit: { comment_html, edited_at: edited_at?.toISOString() ?? null } satisfies CommentBeforeEdit,
  })
}

/**
 * Deletes a comment. Its text moves to a private column, so that Undo can restore the text. Replies to the
 * comment are not deleted.
 */
export function removeComment(comment: CommentColumns): void {
  const { comment_html, comment_json, comment_stripped, mention_ids } = comment
  const removed: CommentText = { comment_html, comment_json, comment_stripped, mention_ids }
  Object.assign(comment, noText, { removed, removed_at: new Date(), before_edit: null })
}

const noText: CommentText = { comment_html: '', comment_json: {}, comment_stripped: '', mention_ids: [] }

/** Restores a deleted comment. Comments that are not deleted do not change. */
export function restoreComment(comment: CommentColumns): void {
  if (comment.removed_at === null) return
  if (comment.removed === null) throw notFound('Comment not found')
  Object.assign(comment, comment.removed, { removed: null, removed_at: null })
}

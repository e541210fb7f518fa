import type { BeforeEdit, CommentText } from './entity.ts'

interface Edited extends CommentText {
  edited_at: Date | null
  before_edit: BeforeEdit | null
}

/** Writes a new text into a comment. One that says again what it said before its last edit, as after Undo, is as old as it was then. */
export function changeText(comment: Edited, text: CommentText): void {
  const { comment_html, edited_at, before_edit: before } = comment
  const isBack = before?.comment_html === text.comment_html
  const restored = before?.edited_at ? new Date(before.edited_at) : null
  Object.assign(comment, text, {
    edited_at: isBack ? restored : new Date(),
    before_edit: { comment_html, edited_at: edited_at?.toISOString() ?? null } satisfies BeforeEdit,
  })
}

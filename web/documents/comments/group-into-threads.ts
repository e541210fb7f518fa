import type { CommentBase } from '#common/documents/comments/schema.ts'

/** The first comment of a thread and its replies, oldest first. */
export interface CommentThread<Row> {
  comment: Row
  replies: Row[]
}

/** Groups comments into threads, oldest first. A deleted first comment is shown only if it has replies. */
export function groupIntoThreads<Row extends CommentBase>(rows: readonly Row[]): CommentThread<Row>[] {
  const inOrder = rows.toSorted(byMoment)
  const replies = Map.groupBy(
    inOrder.filter((row) => row.removed_at === null),
    (row) => row.parent_id,
  )
  return inOrder
    .filter((row) => row.parent_id === null)
    .map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }))
    .filter(({ comment, replies: answers }) => comment.removed_at === null || answers.length > 0)
}

function byMoment(a: CommentBase, b: CommentBase): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1)
}

import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { CommentRow } from '#common/work/comments/schema.ts'
import { tables } from '../../platform/app/sync.ts'

/** What began it, and what was replied, oldest first. */
export interface Thread {
  comment: CommentRow
  replies: CommentRow[]
}

const byItemAtom = atom((get) => Map.groupBy(get(tables.work_item_comments.allAtom), (row) => row.issue_id))

/** The threads of an item that were read, oldest first. One that begins with what was deleted is there for its replies alone. */
export const threadsAtom = atomFamily((itemId: string) =>
  atom((get) => threadsOf(get(byItemAtom).get(itemId) ?? [])),
)

export function threadsOf(rows: readonly CommentRow[]): Thread[] {
  const inOrder = rows.toSorted(byMoment)
  const said = inOrder.filter((row) => row.removed_at === null)
  const replies = Map.groupBy(said, (row) => row.parent_id)
  return inOrder
    .filter((row) => row.parent_id === null)
    .map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }))
    .filter(({ comment, replies: answers }) => comment.removed_at === null || answers.length > 0)
}

function byMoment(a: CommentRow, b: CommentRow): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1)
}

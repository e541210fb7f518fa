import { z } from 'zod'
import { commentCallParts, commentTextFields, newComment } from '../../documents/comments/calls.ts'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { threadsLimit } from './rules.ts'
import { comment, commentAccess } from './schema.ts'

const parts = commentCallParts('/api/workspaces/{slug}/projects/{project_id}/issues/{id}/comments/', comment)
const access = commentAccess.optional()

/** Everyone who can see a work item may comment on it. */
export const commentCalls = declareCalls('work-items', {
  listComments: {
    ...parts.list,
    summary: `The comments of a work item, oldest first; of the last ${threadsLimit} threads at most, with all replies`,
    query: z.object({
      /** The number of threads, counted from the newest. */
      threads: z.coerce.number().int().min(1).max(threadsLimit).default(threadsLimit),
      /** Only threads that started before this comment. */
      before: id.optional(),
      /** Only the thread of this comment and all later threads. */
      from: id.optional(),
    }),
  },
  createComment: {
    ...parts.create,
    summary: 'Say something of a work item, or reply to what was said; whoever says it follows the item',
    body: newComment.extend({ access }),
    lacks: ['attachments'],
  },
  updateComment: {
    ...parts.update,
    summary: 'Change the words of a comment, or who may read it',
    who: { project: 'admin', orOwn: true },
    body: z.object({ ...commentTextFields, access }).partial({ comment_html: true }),
    lacks: ['attachments'],
  },
  deleteComment: { ...parts.remove, summary: 'Delete a comment; replies to it stay' },
  restoreComment: { ...parts.restore, summary: 'Bring back a comment that was deleted' },
  resolveThread: { ...parts.resolve, summary: 'Say that what a thread is about is settled' },
  reopenThread: { ...parts.reopen, summary: 'Say that a thread is not settled after all' },
})

import { z } from 'zod'
import { commentTextFields, newComment, sharedCommentCalls } from '../../documents/comments/calls.ts'
import { declareCalls } from '../../platform/call.ts'
import { externalIdFields } from '../../platform/external-ids.ts'
import { id } from '../../platform/time.ts'
import { originalAuthor } from '../work-items/original.ts'
import { maxCommentThreads } from './rules.ts'
import { comment, commentAccess } from './schema.ts'

const parts = sharedCommentCalls(
  '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/comments/',
  comment,
)
const access = commentAccess.optional()

/** Calls for comments on work items. Everyone who can see a work item may comment on it, unless it is archived. */
export const commentCalls = declareCalls('work-items', {
  listComments: {
    ...parts.list,
    summary: `List the comments on a work item, oldest first. Returns at most ${maxCommentThreads} threads`,
    query: z.object({
      /** Number of threads to return, counted from the newest thread. */
      threads: z.coerce.number().int().min(1).max(maxCommentThreads).default(maxCommentThreads),
      /** If set, only threads that started before this comment are returned. */
      before: id.optional(),
      /** If set, only the thread of this comment and all later threads are returned. */
      from: id.optional(),
    }),
  },
  createComment: {
    ...parts.create,
    summary: 'Create a comment or a reply on a work item. You become a subscriber',
    body: newComment.extend({ access, original: originalAuthor.optional(), ...externalIdFields }),
    lacks: ['attachments'],
  },
  updateComment: {
    ...parts.update,
    summary: 'Edit a comment on a work item or its visibility',
    who: { project: 'admin', orOwn: true },
    body: z.object({ ...commentTextFields, access, ...externalIdFields }).partial({ comment_html: true }),
    lacks: ['attachments'],
  },
  deleteComment: { ...parts.remove, summary: 'Delete a comment on a work item. Its replies are kept' },
  restoreComment: { ...parts.restore, summary: 'Restore a deleted comment on a work item' },
  resolveThread: { ...parts.resolve, summary: 'Resolve a comment thread on a work item' },
  reopenThread: { ...parts.reopen, summary: 'Reopen a resolved comment thread on a work item' },
})

import { z } from 'zod'
import { commentTextFields, newComment, sharedCommentCalls } from '../../documents/comments/calls.ts'
import { declareCalls } from '../../platform/call.ts'
import { pageCommentsLimit } from './rules.ts'
import { pageComment, pageCommentAnchor } from './schema.ts'

const parts = sharedCommentCalls(
  '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/comments/',
  pageComment,
)

/**
 * Calls for the comment threads on the text of a page. Everybody who can see the page can read them.
 * `canCommentOnPage` defines who can write comments.
 */
export const pageCommentCalls = declareCalls('pages', {
  listPageComments: {
    ...parts.list,
    summary: `List the last ${pageCommentsLimit} comments on a page, oldest first`,
  },
  createPageComment: {
    ...parts.create,
    summary: 'Comment on a text of a page, or reply to a comment',
    /** The first comment of a thread has an anchor, which replies do not repeat. */
    body: newComment.extend({ anchor: pageCommentAnchor.nullish() }),
  },
  updatePageComment: {
    ...parts.update,
    summary: 'Edit your comment on a page',
    who: { project: 'guest', onlyOwn: true },
    body: z.object(commentTextFields),
  },
  deletePageComment: { ...parts.remove, summary: 'Delete a comment on a page. Its replies are kept' },
  restorePageComment: { ...parts.restore, summary: 'Restore a deleted comment on a page' },
  resolvePageThread: {
    ...parts.resolve,
    summary: 'Resolve a comment thread on a page',
  },
  reopenPageThread: {
    ...parts.reopen,
    summary: 'Reopen a resolved comment thread on a page',
  },
})

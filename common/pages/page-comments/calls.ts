import { z } from 'zod'
import { commentCallParts, commentTextFields, newComment } from '../../documents/comments/calls.ts'
import { declareCalls } from '../../platform/call.ts'
import { pageCommentsLimit } from './rules.ts'
import { pageAnchor, pageComment } from './schema.ts'

const parts = commentCallParts(
  '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/comments/',
  pageComment,
)

/** Calls for the comment threads on the text of a page. Everybody who sees the page may use them. */
export const pageCommentCalls = declareCalls('pages', {
  listPageComments: {
    ...parts.list,
    summary: `The comments on texts of a page, oldest first; the last ${pageCommentsLimit} at most`,
  },
  createPageComment: {
    ...parts.create,
    summary: 'Say something of a text in a page, which `anchor` names, or reply to what was said',
    /** Only the first comment of a thread has an anchor; replies share it. */
    body: newComment.extend({ anchor: pageAnchor.nullish() }),
  },
  updatePageComment: {
    ...parts.update,
    summary: 'Change the words of one’s own comment on a page',
    who: { project: 'guest', onlyOwn: true },
    body: z.object(commentTextFields),
  },
  deletePageComment: { ...parts.remove, summary: 'Delete a comment on a page; replies to it stay' },
  restorePageComment: { ...parts.restore, summary: 'Bring back a comment on a page that was deleted' },
  resolvePageThread: {
    ...parts.resolve,
    summary: 'Say that what a thread on a page is about is settled',
  },
  reopenPageThread: {
    ...parts.reopen,
    summary: 'Say that a thread on a page is not settled after all',
  },
})

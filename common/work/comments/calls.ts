import { z } from 'zod'
import { commentLength } from '../../documents/comments/rules.ts'
import { declareCalls } from '../../platform/call.ts'
import { orNone } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { threadsLimit } from './rules.ts'
import { comment, commentAccess } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/comments/' as const
const one = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/comments/{comment_id}/' as const
const resolved =
  '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/comments/{comment_id}/resolve/' as const

const html = z.string().max(commentLength)

const besides = {
  comment_json: z.record(z.string(), z.unknown()).nullish(),
  access: commentAccess.optional(),
}

/** What is said of a work item, by whoever sees it. */
export const commentCalls = declareCalls('work-items', {
  listComments: {
    summary: `The comments of a work item, oldest first; of the last ${threadsLimit} threads at most, with all replies`,
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    query: z.object({
      /** So many threads, the last ones. */
      threads: z.coerce.number().int().min(1).max(threadsLimit).default(threadsLimit),
      /** Those that began before this one. */
      before: id.optional(),
      /** This one, or that of this reply, and all that began after it. */
      from: id.optional(),
    }),
    answer: z.array(comment),
  },
  createComment: {
    summary: 'Say something of a work item, or reply to what was said; whoever says it follows the item',
    method: 'POST',
    path: all,
    who: { project: 'guest' },
    body: z.object({ id: id.optional(), comment_html: html, ...besides, parent_id: orNone(id).optional() }),
    lacks: ['attachments'],
    status: 201,
    answer: comment,
    fails: ['conflict'],
  },
  updateComment: {
    summary: 'Change the words of a comment, or who may read it',
    method: 'PATCH',
    path: one,
    who: { project: 'admin', orOwn: true },
    body: z.object({ comment_html: html.optional(), ...besides }),
    lacks: ['attachments'],
    answer: comment,
  },
  deleteComment: {
    summary: 'Delete a comment; replies to it stay',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
  },
  restoreComment: {
    summary: 'Bring back a comment that was deleted',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/comments/{comment_id}/restore/',
    who: { project: 'admin', orOwn: true },
    answer: comment,
  },
  resolveThread: {
    summary: 'Say that what a thread is about is settled',
    method: 'POST',
    path: resolved,
    who: { project: 'member', orOwn: true },
    answer: comment,
  },
  reopenThread: {
    summary: 'Say that a thread is not settled after all',
    method: 'DELETE',
    path: resolved,
    who: { project: 'member', orOwn: true },
    answer: comment,
  },
})

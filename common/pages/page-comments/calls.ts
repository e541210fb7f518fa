import { z } from 'zod'
import { commentLength } from '../../documents/comments/rules.ts'
import { declareCalls } from '../../platform/call.ts'
import { orNone } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { pageCommentsLimit } from './rules.ts'
import { pageAnchor, pageComment } from './schema.ts'

const all = '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/comments/' as const
const one = '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/comments/{comment_id}/' as const
const resolved =
  '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/comments/{comment_id}/resolve/' as const

const html = z.string().max(commentLength)
const json = z.record(z.string(), z.unknown()).nullish()

/** What is said of texts in a page, by whoever sees it. */
export const pageCommentCalls = declareCalls('pages', {
  listPageComments: {
    summary: `The comments on texts of a page, oldest first; the last ${pageCommentsLimit} at most`,
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: z.array(pageComment),
  },
  createPageComment: {
    summary: 'Say something of a text in a page, which `anchor` names, or reply to what was said',
    method: 'POST',
    path: all,
    who: { project: 'guest' },
    body: z.object({
      id: id.optional(),
      comment_html: html,
      comment_json: json,
      /** Of one that begins a thread. */
      anchor: pageAnchor.nullish(),
      parent_id: orNone(id).optional(),
    }),
    status: 201,
    answer: pageComment,
    fails: ['conflict'],
  },
  updatePageComment: {
    summary: 'Change the words of one’s own comment on a page',
    method: 'PATCH',
    path: one,
    who: { project: 'guest', onlyOwn: true },
    body: z.object({ comment_html: html, comment_json: json }),
    answer: pageComment,
  },
  deletePageComment: {
    summary: 'Delete a comment on a page; replies to it stay',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
  },
  restorePageComment: {
    summary: 'Bring back a comment on a page that was deleted',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/pages/{page_id}/comments/{comment_id}/restore/',
    who: { project: 'admin', orOwn: true },
    answer: pageComment,
  },
  resolvePageThread: {
    summary: 'Say that what a thread on a page is about is settled',
    method: 'POST',
    path: resolved,
    who: { project: 'member', orOwn: true },
    answer: pageComment,
  },
  reopenPageThread: {
    summary: 'Say that a thread on a page is not settled after all',
    method: 'DELETE',
    path: resolved,
    who: { project: 'member', orOwn: true },
    answer: pageComment,
  },
})

import { pageCommentCalls } from '#common/pages/page-comments/calls.ts'
import { feature } from '../../access/requests/mount.ts'
import {
  createPageComment,
  deletePageComment,
  restorePageComment,
  setPageThreadResolved,
  updatePageComment,
} from './commands.ts'
import { listPageComments } from './queries.ts'

export const pageCommentsFeature = feature(pageCommentCalls, {
  listPageComments: (ctx, { params }) => listPageComments(ctx, params.page_id),
  createPageComment: (ctx, { params, body }) => createPageComment(ctx, params.page_id, body),
  updatePageComment: (ctx, { params, body }) =>
    updatePageComment(ctx, params.page_id, params.comment_id, body),
  deletePageComment: (ctx, { params }) => deletePageComment(ctx, params.page_id, params.comment_id),
  restorePageComment: (ctx, { params }) => restorePageComment(ctx, params.page_id, params.comment_id),
  resolvePageThread: (ctx, { params }) => setPageThreadResolved(ctx, params.page_id, params.comment_id, true),
  reopenPageThread: (ctx, { params }) => setPageThreadResolved(ctx, params.page_id, params.comment_id, false),
})

import { pageCommentCalls } from '#common/pages/page-comments/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { pageComments } from './commands.ts'
import { listPageComments } from './queries.ts'

export const pageCommentsFeature = defineFeature(pageCommentCalls, {
  listPageComments: (ctx, { params }) => listPageComments(ctx, params.page_id),
  createPageComment: (ctx, { params, body }) => pageComments.create(ctx, params.page_id, body),
  updatePageComment: (ctx, { params, body }) =>
    pageComments.update(ctx, params.page_id, params.comment_id, body),
  deletePageComment: (ctx, { params }) => pageComments.remove(ctx, params.page_id, params.comment_id),
  restorePageComment: (ctx, { params }) => pageComments.restore(ctx, params.page_id, params.comment_id),
  resolvePageThread: (ctx, { params }) =>
    pageComments.setResolved(ctx, params.page_id, params.comment_id, true),
  reopenPageThread: (ctx, { params }) =>
    pageComments.setResolved(ctx, params.page_id, params.comment_id, false),
})

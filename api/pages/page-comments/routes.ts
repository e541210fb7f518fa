import { pageCommentCalls } from '#common/pages/page-comments/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { pageCommentCommands } from './commands.ts'
import { listPageComments } from './queries.ts'

export const pageCommentsFeature = defineFeature(pageCommentCalls, {
  listPageComments: (ctx, { params }) => listPageComments(ctx, params.page_id),
  createPageComment: (ctx, { params, body }) => pageCommentCommands.create(ctx, params.page_id, body),
  updatePageComment: (ctx, { params, body }) =>
    pageCommentCommands.update(ctx, params.page_id, params.comment_id, body),
  deletePageComment: (ctx, { params }) => pageCommentCommands.remove(ctx, params.page_id, params.comment_id),
  restorePageComment: (ctx, { params }) =>
    pageCommentCommands.restore(ctx, params.page_id, params.comment_id),
  resolvePageThread: (ctx, { params }) =>
    pageCommentCommands.setResolved(ctx, params.page_id, params.comment_id, true),
  reopenPageThread: (ctx, { params }) =>
    pageCommentCommands.setResolved(ctx, params.page_id, params.comment_id, false),
})

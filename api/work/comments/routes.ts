import { commentCalls } from '#common/work/comments/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { createItemComment, itemCommentCommands } from './commands.ts'
import { listComments } from './queries.ts'

export const commentsFeature = defineFeature(commentCalls, {
  listComments: (ctx, { params, query }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) => listComments(itemCtx, params.id, query)),
  createComment: (ctx, { params, body }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) => createItemComment(itemCtx, params.id, body)),
  updateComment: (ctx, { params, body }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) =>
      itemCommentCommands.update(itemCtx, params.id, params.comment_id, body),
    ),
  deleteComment: (ctx, { params }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) =>
      itemCommentCommands.remove(itemCtx, params.id, params.comment_id),
    ),
  restoreComment: (ctx, { params }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) =>
      itemCommentCommands.restore(itemCtx, params.id, params.comment_id),
    ),
  resolveThread: (ctx, { params }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) =>
      itemCommentCommands.setResolved(itemCtx, params.id, params.comment_id, true),
    ),
  reopenThread: (ctx, { params }) =>
    runInCurrentProjectOfItem(ctx, params.id, (itemCtx) =>
      itemCommentCommands.setResolved(itemCtx, params.id, params.comment_id, false),
    ),
})

import { commentCalls } from '#common/work/comments/calls.ts'
import { feature } from '../../access/requests/mount.ts'
import { whereItIs } from '../work-items/moved-on.ts'
import { comments } from './commands.ts'
import { listComments } from './queries.ts'

export const commentsFeature = feature(commentCalls, {
  listComments: (ctx, { params, query }) =>
    whereItIs(ctx, params.id, (there) => listComments(there, params.id, query)),
  createComment: (ctx, { params, body }) =>
    whereItIs(ctx, params.id, (there) => comments.create(there, params.id, body)),
  updateComment: (ctx, { params, body }) =>
    whereItIs(ctx, params.id, (there) => comments.update(there, params.id, params.comment_id, body)),
  deleteComment: (ctx, { params }) =>
    whereItIs(ctx, params.id, (there) => comments.remove(there, params.id, params.comment_id)),
  restoreComment: (ctx, { params }) =>
    whereItIs(ctx, params.id, (there) => comments.restore(there, params.id, params.comment_id)),
  resolveThread: (ctx, { params }) =>
    whereItIs(ctx, params.id, (there) => comments.setResolved(there, params.id, params.comment_id, true)),
  reopenThread: (ctx, { params }) =>
    whereItIs(ctx, params.id, (there) => comments.setResolved(there, params.id, params.comment_id, false)),
})

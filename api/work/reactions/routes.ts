import { reactionCalls } from '#common/work/reactions/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { addCommentReaction, addReaction, removeCommentReaction, removeReaction } from './commands.ts'
import { listCommentReactions, listReactions } from './queries.ts'

export const reactionsFeature = defineFeature(reactionCalls, {
  listReactions: (ctx, { params }) => listReactions(ctx, params.id),
  addReaction: (ctx, { params, body }) => addReaction(ctx, params.id, body),
  removeReaction: (ctx, { params }) => removeReaction(ctx, params.id, params.reaction),
  listCommentReactions: (ctx, { params }) => listCommentReactions(ctx, params.comment_id),
  addCommentReaction: (ctx, { params, body }) => addCommentReaction(ctx, params.comment_id, body),
  removeCommentReaction: (ctx, { params }) => removeCommentReaction(ctx, params.comment_id, params.reaction),
})

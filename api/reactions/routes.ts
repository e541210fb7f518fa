import { reactionCalls } from '#common/reactions/calls.ts'
import { feature } from '../http/mount.ts'
import { addReaction, removeReaction } from './commands.ts'
import { listReactions } from './queries.ts'

export const reactionsFeature = feature(reactionCalls, {
  listReactions: (ctx, { params }) => listReactions(ctx, params.id),
  addReaction: (ctx, { params, body }) => addReaction(ctx, params.id, body),
  removeReaction: (ctx, { params }) => removeReaction(ctx, params.id, params.reaction),
})

import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { normalizeReactionCode } from './rules.ts'
import { reactionResponse } from './schema.ts'

const refusal = 'Send an emoji as decimal code points.'
const reaction = singleLineText(100)
  .regex(/^[0-9]{1,7}(-[0-9]{1,7})*$/, refusal)
  .transform((sent, context) => {
    const code = normalizeReactionCode(sent)
    if (code !== null) return code
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })

const all = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/reactions/'
const ofComment = '/api/workspaces/{slug}/projects/{project_id}/comments/{comment_id}/reactions/'

/** Body for adding a reaction. */
export const newReaction = z.object({ id: id.optional(), reaction })
export const createReactionBody = z.object({ reaction })

export const reactionCalls = declareCalls('work-items', {
  listReactions: {
    summary: 'List the reactions to a work item, oldest first',
    method: 'GET',
    path: all,
    who: { project: 'guest' },
    answer: z.array(reactionResponse),
  },
  addReaction: {
    summary: 'React to a work item',
    method: 'POST',
    path: all,
    who: { project: 'guest' },
    body: newReaction,
    status: 201,
    answer: reactionResponse,
    fails: ['conflict'],
  },
  removeReaction: {
    summary: 'Remove your reaction to a work item',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/reactions/{reaction}/',
    params: createReactionBody,
    who: { project: 'guest' },
  },
  listCommentReactions: {
    summary: 'List the reactions to a comment, oldest first',
    method: 'GET',
    path: ofComment,
    who: { project: 'guest' },
    answer: z.array(reactionResponse),
  },
  addCommentReaction: {
    summary: 'React to a comment',
    method: 'POST',
    path: ofComment,
    who: { project: 'guest' },
    body: newReaction,
    status: 201,
    answer: reactionResponse,
    fails: ['conflict'],
  },
  removeCommentReaction: {
    summary: 'Remove your reaction to a comment',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/comments/{comment_id}/reactions/{reaction}/',
    params: createReactionBody,
    who: { project: 'guest' },
  },
})

import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { namedReaction, newReaction } from '../../work/reactions/calls.ts'
import { boardParams } from './calls.ts'
import { publicCommentLength } from './rules.ts'
import { publicComment, publicReaction, publicVotes } from './schema.ts'

const item = '/api/public/anchor/{anchor}/issues/{issue_id}/' as const
const comments = `${item}comments/` as const
const reactions = `${item}reactions/` as const
const ofComment = '/api/public/anchor/{anchor}/comments/{comment_id}/reactions/' as const
const votes = `${item}votes/` as const

const said = z.object({ comment_html: z.string().max(publicCommentLength) })
const given = boardParams.extend(namedReaction.shape)

/**
 * Feedback on public boards: anybody can read it, and signed-in users can write. Each call fails while its switch is off or the board is not
 * published.
 */
export const feedbackCalls = declareCalls('publish', {
  listPublishedComments: {
    summary: 'What was said of a published item for everybody to read, the last of it, oldest first',
    method: 'GET',
    path: comments,
    who: 'anyone',
    params: boardParams,
    /** Returns only comments that are older than this one. */
    query: z.object({ before: id.optional() }),
    answer: z.array(publicComment),
  },
  addPublishedComment: {
    summary: 'Say something of a published item, for everybody to read',
    method: 'POST',
    path: comments,
    who: 'signed-in',
    params: boardParams,
    body: said,
    status: 201,
    answer: publicComment,
  },
  updatePublishedComment: {
    summary: 'Change the words of one’s own comment',
    method: 'PATCH',
    path: `${comments}{comment_id}/`,
    who: 'signed-in',
    params: boardParams,
    body: said,
    answer: publicComment,
  },
  deletePublishedComment: {
    summary: 'Take one’s own comment back',
    method: 'DELETE',
    path: `${comments}{comment_id}/`,
    who: 'signed-in',
    params: boardParams,
  },
  listPublishedReactions: {
    summary: 'Reactions to a published item: how many of each, not whose',
    method: 'GET',
    path: reactions,
    who: 'anyone',
    params: boardParams,
    answer: z.array(publicReaction),
  },
  addPublishedReaction: {
    summary: 'React to a published item',
    method: 'POST',
    path: reactions,
    who: 'signed-in',
    params: boardParams,
    body: newReaction.pick({ reaction: true }),
    status: 201,
    answer: publicReaction,
  },
  removePublishedReaction: {
    summary: 'Take one’s own reaction back; one that is not there is taken back already',
    method: 'DELETE',
    path: `${reactions}{reaction}/`,
    who: 'signed-in',
    params: given,
  },
  listPublishedCommentReactions: {
    summary: 'Reactions to a comment on a published item',
    method: 'GET',
    path: ofComment,
    who: 'anyone',
    params: boardParams,
    answer: z.array(publicReaction),
  },
  addPublishedCommentReaction: {
    summary: 'React to a comment on a published item',
    method: 'POST',
    path: ofComment,
    who: 'signed-in',
    params: boardParams,
    body: newReaction.pick({ reaction: true }),
    status: 201,
    answer: publicReaction,
  },
  removePublishedCommentReaction: {
    summary: 'Take one’s own reaction to a comment back',
    method: 'DELETE',
    path: `${ofComment}{reaction}/`,
    who: 'signed-in',
    params: given,
  },
  listPublishedVotes: {
    summary: 'How many are for a published item, and how many against',
    method: 'GET',
    path: votes,
    who: 'anyone',
    params: boardParams,
    answer: publicVotes,
  },
  castVote: {
    summary: 'Be for a published item or against it; who votes again has changed their mind',
    method: 'POST',
    path: votes,
    who: 'signed-in',
    params: boardParams,
    body: z.object({ vote: z.literal([1, -1]).default(1) }),
    status: 201,
    answer: publicVotes,
  },
  takeBackVote: {
    summary: 'Be neither for a published item nor against it',
    method: 'DELETE',
    path: votes,
    who: 'signed-in',
    params: boardParams,
  },
})

import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id } from '../../platform/time.ts'
import { createReactionBody, newReaction } from '../../work/reactions/calls.ts'
import { boardParams } from './calls.ts'
import { maxPublicCommentLength } from './rules.ts'
import {
  publicComment,
  publicReactionRow,
  publicVoteRow,
  reactionWithUpdatedCount,
  voteWithUpdatedCounts,
} from './schema.ts'

const item = '/api/public/anchor/{anchor}/issues/{issue_id}/' as const
const comments = `${item}comments/` as const
const reactions = `${item}reactions/` as const
const ofComment = '/api/public/anchor/{anchor}/comments/{comment_id}/reactions/' as const
const votes = `${item}votes/` as const

const commentInput = z.object({ comment_html: z.string().max(maxPublicCommentLength) })
const given = boardParams.extend(createReactionBody.shape)

/**
 * Calls for feedback on public boards. Anybody can read feedback, and signed-in users can write it. Each call
 * fails while its setting is off or the board is not published.
 */
export const feedbackCalls = declareCalls('publish', {
  listPublishedComments: {
    summary: 'List the newest comments on a published work item, oldest first',
    method: 'GET',
    path: comments,
    who: 'anyone',
    params: boardParams,
    /** With `before`, only comments that are older than this comment are returned. */
    query: z.object({ before: id.optional() }),
    answer: z.array(publicComment),
  },
  addPublishedComment: {
    summary: 'Add a public comment to a published work item',
    method: 'POST',
    path: comments,
    who: 'signed-in',
    params: boardParams,
    body: commentInput,
    status: 201,
    answer: publicComment,
  },
  updatePublishedComment: {
    summary: 'Edit your comment on a published work item',
    method: 'PATCH',
    path: `${comments}{comment_id}/`,
    who: 'signed-in',
    params: boardParams,
    body: commentInput,
    answer: publicComment,
  },
  deletePublishedComment: {
    summary: 'Delete your comment on a published work item',
    method: 'DELETE',
    path: `${comments}{comment_id}/`,
    who: 'signed-in',
    params: boardParams,
  },
  listPublishedReactions: {
    summary: 'List the reactions to a published work item, oldest first',
    method: 'GET',
    path: reactions,
    who: 'anyone',
    params: boardParams,
    answer: z.array(publicReactionRow),
  },
  addPublishedReaction: {
    summary: 'React to a published work item',
    method: 'POST',
    path: reactions,
    who: 'signed-in',
    params: boardParams,
    body: newReaction.pick({ reaction: true }),
    status: 201,
    answer: reactionWithUpdatedCount,
  },
  removePublishedReaction: {
    summary: 'Remove your reaction to a published work item',
    method: 'DELETE',
    path: `${reactions}{reaction}/`,
    who: 'signed-in',
    params: given,
  },
  listPublishedCommentReactions: {
    summary: 'List the reactions to a comment on a published work item',
    method: 'GET',
    path: ofComment,
    who: 'anyone',
    params: boardParams,
    answer: z.array(publicReactionRow),
  },
  addPublishedCommentReaction: {
    summary: 'React to a comment on a published work item',
    method: 'POST',
    path: ofComment,
    who: 'signed-in',
    params: boardParams,
    body: newReaction.pick({ reaction: true }),
    status: 201,
    answer: reactionWithUpdatedCount,
  },
  removePublishedCommentReaction: {
    summary: 'Remove your reaction to a comment on a published work item',
    method: 'DELETE',
    path: `${ofComment}{reaction}/`,
    who: 'signed-in',
    params: given,
  },
  listPublishedVotes: {
    summary: 'List the votes on a published work item, oldest first',
    method: 'GET',
    path: votes,
    who: 'anyone',
    params: boardParams,
    answer: z.array(publicVoteRow),
  },
  castVote: {
    summary: 'Vote for or against a published work item. The previous vote is replaced',
    method: 'POST',
    path: votes,
    who: 'signed-in',
    params: boardParams,
    body: z.object({ vote: z.literal([1, -1]).default(1) }),
    status: 201,
    answer: voteWithUpdatedCounts,
  },
  takeBackVote: {
    summary: 'Remove your vote on a published work item',
    method: 'DELETE',
    path: votes,
    who: 'signed-in',
    params: boardParams,
  },
})

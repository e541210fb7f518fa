import { boardListCalls } from '#common/sharing/publish/board-lists.ts'
import { publishCalls } from '#common/sharing/publish/calls.ts'
import { feedbackCalls } from '#common/sharing/publish/feedback-calls.ts'
import { publicFileCalls, publicIntakeCalls } from '#common/sharing/publish/intake-calls.ts'
import { publishedPageCalls } from '#common/sharing/publish/page-calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  getPublishedMeta,
  listPublicBoardMembers,
  listPublishedCycles,
  listPublishedLabels,
  listPublishedModules,
  listPublishedStates,
} from './board-lists.ts'
import { getDeployBoard, publishProject, unpublishProject, updateDeployBoard } from './commands.ts'
import {
  addPublishedComment,
  addPublishedCommentReaction,
  addPublishedReaction,
  castVote,
  deletePublishedComment,
  listPublishedCommentReactions,
  listPublishedComments,
  listPublishedReactions,
  listPublishedVotes,
  removePublishedReaction,
  takeBackVote,
  updatePublishedComment,
} from './feedback.ts'
import {
  createPublicRequest,
  deletePublicRequest,
  getPublicRequest,
  listPublicRequests,
  updatePublicRequest,
} from './intake.ts'
import { getPublishedPage, getPublishedPageFile } from './pages.ts'
import {
  findPublishedBoard,
  getPublishedBoard,
  getPublishedItem,
  getPublishedPicture,
  listPublishedItems,
} from './queries.ts'
import {
  adoptPublicAssets,
  confirmPublicAsset,
  createPublicAsset,
  deletePublicAsset,
  restorePublicAsset,
} from './visitor-files.ts'

export const boardListsFeature = defineFeature(boardListCalls, {
  getPublishedMeta: (ctx, { params }) => getPublishedMeta(ctx, params.anchor),
  listPublishedStates: (ctx, { params }) => listPublishedStates(ctx, params.anchor),
  listPublishedLabels: (ctx, { params }) => listPublishedLabels(ctx, params.anchor),
  listPublicBoardMembers: (ctx, { params }) => listPublicBoardMembers(ctx, params.anchor),
  listPublishedCycles: (ctx, { params }) => listPublishedCycles(ctx, params.anchor),
  listPublishedModules: (ctx, { params }) => listPublishedModules(ctx, params.anchor),
})

export const publishFeature = defineFeature(publishCalls, {
  getDeployBoard: (ctx) => getDeployBoard(ctx),
  publishProject: (ctx, { body }) => publishProject(ctx, body),
  updateDeployBoard: (ctx, { params, body }) => updateDeployBoard(ctx, params.deploy_board_id, body),
  unpublishProject: (ctx, { params }) => unpublishProject(ctx, params.deploy_board_id),
  getPublishedBoard: (ctx, { params }) => getPublishedBoard(ctx, params.anchor),
  listPublishedItems: (ctx, { params, query }) => listPublishedItems(ctx, params.anchor, query),
  getPublishedItem: (ctx, { params }) => getPublishedItem(ctx, params.anchor, params.issue_id),
  findPublishedBoard: (ctx, { params }) => findPublishedBoard(ctx, params),
})

export const publicIntakeFeature = defineFeature(publicIntakeCalls, {
  listPublicRequests: (ctx, { params }) => listPublicRequests(ctx, params),
  createPublicRequest: (ctx, { params, body }) => createPublicRequest(ctx, params, body),
  getPublicRequest: (ctx, { params }) => getPublicRequest(ctx, params),
  updatePublicRequest: (ctx, { params, body }) => updatePublicRequest(ctx, params, body),
  deletePublicRequest: (ctx, { params }) => deletePublicRequest(ctx, params),
})

export const publicFilesFeature = defineFeature(publicFileCalls, {
  createPublicAsset: (ctx, { params, body }) => createPublicAsset(ctx, params.anchor, body),
  getPublishedPicture: (ctx, { params, query }) =>
    getPublishedPicture(ctx, params.anchor, params.asset_id, query),
  confirmPublicAsset: (ctx, { params }) => confirmPublicAsset(ctx, params.anchor, params.asset_id),
  deletePublicAsset: (ctx, { params }) => deletePublicAsset(ctx, params.anchor, params.asset_id),
  restorePublicAsset: (ctx, { params }) => restorePublicAsset(ctx, params.anchor, params.asset_id),
  adoptPublicAssets: (ctx, { params, body }) => adoptPublicAssets(ctx, params, body.asset_ids),
})

export const publishedPagesFeature = defineFeature(publishedPageCalls, {
  getPublishedPage: (ctx, { params, query }) => getPublishedPage(ctx, params.page_anchor, query.page_id),
  getPublishedPageFile: (ctx, { params, query }) =>
    getPublishedPageFile(ctx, params.page_anchor, params.asset_id, query),
})

export const feedbackFeature = defineFeature(feedbackCalls, {
  listPublishedComments: (ctx, { params, query }) => listPublishedComments(ctx, params, query.before ?? null),
  addPublishedComment: (ctx, { params, body }) => addPublishedComment(ctx, params, body.comment_html),
  updatePublishedComment: (ctx, { params, body }) => updatePublishedComment(ctx, params, body.comment_html),
  deletePublishedComment: (ctx, { params }) => deletePublishedComment(ctx, params),
  listPublishedReactions: (ctx, { params }) => listPublishedReactions(ctx, params),
  addPublishedReaction: (ctx, { params, body }) => addPublishedReaction(ctx, params, body.reaction),
  removePublishedReaction: (ctx, { params }) => removePublishedReaction(ctx, params),
  listPublishedCommentReactions: (ctx, { params }) => listPublishedCommentReactions(ctx, params),
  addPublishedCommentReaction: (ctx, { params, body }) =>
    addPublishedCommentReaction(ctx, params, body.reaction),
  removePublishedCommentReaction: (ctx, { params }) => removePublishedReaction(ctx, params),
  listPublishedVotes: (ctx, { params }) => listPublishedVotes(ctx, params),
  castVote: (ctx, { params, body }) => castVote(ctx, params, body.vote),
  takeBackVote: (ctx, { params }) => takeBackVote(ctx, params),
})

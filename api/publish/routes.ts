import { publishCalls } from '#common/publish/calls.ts'
import { feature } from '../http/mount.ts'
import { getDeployBoard, publishProject, unpublishProject, updateDeployBoard } from './commands.ts'
import {
  findPublishedBoard,
  getPublishedBoard,
  getPublishedItem,
  getPublishedPicture,
  listPublishedItems,
} from './queries.ts'

export const publishFeature = feature(publishCalls, {
  getDeployBoard: (ctx) => getDeployBoard(ctx),
  publishProject: (ctx, { body }) => publishProject(ctx, body.views),
  updateDeployBoard: (ctx, { params, body }) => updateDeployBoard(ctx, params.deploy_board_id, body.views),
  unpublishProject: (ctx, { params }) => unpublishProject(ctx, params.deploy_board_id),
  getPublishedBoard: (ctx, { params }) => getPublishedBoard(ctx, params.anchor),
  listPublishedItems: (ctx, { params, query }) => listPublishedItems(ctx, params.anchor, query),
  getPublishedItem: (ctx, { params }) => getPublishedItem(ctx, params.anchor, params.issue_id),
  getPublishedPicture: (ctx, { params, query }) =>
    getPublishedPicture(ctx, params.anchor, params.asset_id, query),
  findPublishedBoard: (ctx, { params }) => findPublishedBoard(ctx, params),
})

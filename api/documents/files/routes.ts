import {
  projectAssetCalls,
  uploadCalls,
  userAssetCalls,
  workspaceAssetCalls,
} from '#common/documents/files/calls.ts'
import { atLeast, role } from '#common/platform/roles.ts'
import { feature } from '../../access/requests/mount.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { duplicateAsset } from './duplicate.ts'
import {
  adoptAssets,
  adoptWorkspaceAssets,
  anywhereIn,
  checkAsset,
  confirmAsset,
  createProjectAsset,
  createUserAsset,
  createWorkspaceAsset,
  deleteAsset,
  getAsset,
  getOpenPicture,
  ofProject,
  ofUser,
  ofWorkspace,
  ofWorkspaceOrUser,
  restoreAsset,
} from './files.ts'
import { uploadFile } from './upload.ts'

export const uploadsFeature = feature(uploadCalls, {
  uploadFile: (ctx) => uploadFile(ctx),
})

export const userAssetsFeature = feature(userAssetCalls, {
  createUserAsset: (ctx, { body }) => createUserAsset(ctx, body),
  confirmUserAsset: (ctx, { params }) => confirmAsset(ctx, ofUser(ctx), params.asset_id),
  deleteUserAsset: (ctx, { params }) => deleteAsset(ctx, ofUser(ctx), params.asset_id, false),
  restoreUserAsset: (ctx, { params }) => restoreAsset(ctx, ofUser(ctx), params.asset_id, false),
  deleteUserFile: (ctx, { params }) => deleteAsset(ctx, ofUser(ctx), params.asset_id, false),
  getOpenPicture: (ctx, { params, query }) => getOpenPicture(ctx, params.asset_id, query),
  listCovers: async () => [],
  searchPictures: async () => [],
})

const toSave = { download: 'true' } as const
const runsWorkspace = ({ workspace }: WorkspaceContext) => atLeast(workspace.role, role.admin)
const runsProject = ({ project }: ProjectContext) => atLeast(project.role, role.admin)

export const workspaceAssetsFeature = feature(workspaceAssetCalls, {
  createWorkspaceAsset: (ctx, { body }) => createWorkspaceAsset(ctx, body),
  getWorkspaceAsset: (ctx, { params, query }) => getAsset(ctx, anywhereIn(ctx), params.asset_id, query),
  confirmWorkspaceAsset: (ctx, { params }) => confirmAsset(ctx, ofWorkspaceOrUser(ctx), params.asset_id),
  deleteWorkspaceAsset: (ctx, { params }) =>
    deleteAsset(ctx, ofWorkspace(ctx), params.asset_id, runsWorkspace(ctx)),
  deleteWorkspaceFile: (ctx, { params }) =>
    deleteAsset(ctx, ofWorkspace(ctx), params.asset_id, runsWorkspace(ctx)),
  restoreWorkspaceAsset: (ctx, { params }) =>
    restoreAsset(ctx, ofWorkspace(ctx), params.asset_id, runsWorkspace(ctx)),
  restoreWorkspaceFile: (ctx, { params }) =>
    restoreAsset(ctx, ofWorkspace(ctx), params.asset_id, runsWorkspace(ctx)),
  checkWorkspaceAsset: (ctx, { params }) => checkAsset(ctx, params.asset_id),
  adoptWorkspaceAssets: (ctx, { params, body }) => adoptWorkspaceAssets(ctx, params.entity_id, body),
  duplicateAsset: (ctx, { params, body }) => duplicateAsset(ctx, params.asset_id, body),
  downloadWorkspaceAsset: (ctx, { params }) => getAsset(ctx, anywhereIn(ctx), params.asset_id, toSave),
})

export const projectAssetsFeature = feature(projectAssetCalls, {
  createProjectAsset: (ctx, { body }) => createProjectAsset(ctx, body),
  getProjectAsset: (ctx, { params, query }) => getAsset(ctx, ofProject(ctx), params.asset_id, query),
  confirmProjectAsset: (ctx, { params }) => confirmAsset(ctx, ofProject(ctx), params.asset_id),
  deleteProjectAsset: (ctx, { params }) =>
    deleteAsset(ctx, ofProject(ctx), params.asset_id, runsProject(ctx)),
  downloadProjectAsset: (ctx, { params }) => getAsset(ctx, ofProject(ctx), params.asset_id, toSave),
  adoptAssets: (ctx, { params, body }) => adoptAssets(ctx, params.entity_id, body),
})

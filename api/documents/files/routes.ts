import {
  projectAssetCalls,
  uploadCalls,
  userAssetCalls,
  workspaceAssetCalls,
} from '#common/documents/files/calls.ts'
import { builtInCovers, coverPath } from '#common/documents/files/covers.ts'
import { unsplashCalls } from '#common/documents/files/unsplash.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { duplicateAsset } from './duplicate.ts'
import {
  adoptAssets,
  adoptWorkspaceAssets,
  checkAssetExists,
  confirmAssetUpload,
  createProjectAsset,
  createUserAsset,
  createWorkspaceAsset,
  deleteAsset,
  getAsset,
  getPublicPicture,
  projectFileLocation,
  restoreAsset,
  userFileLocation,
  workspaceFileFilter,
  workspaceFileLocation,
  workspaceOrUserFileFilter,
} from './files.ts'
import { copyRemotePicture } from './remote-picture.ts'
import {
  getUnsplashPicture,
  searchPictures,
  setProjectCoverFromUnsplash,
  setUserCoverFromUnsplash,
} from './unsplash.ts'
import { uploadFile } from './upload.ts'

export const uploadsFeature = defineFeature(uploadCalls, {
  uploadFile: (ctx) => uploadFile(ctx),
})

export const userAssetsFeature = defineFeature(userAssetCalls, {
  createUserAsset: (ctx, { body }) => createUserAsset(ctx, body),
  confirmUserAsset: (ctx, { params }) => confirmAssetUpload(ctx, userFileLocation(ctx), params.asset_id),
  deleteUserAsset: (ctx, { params }) => deleteAsset(ctx, userFileLocation(ctx), params.asset_id, false),
  restoreUserAsset: (ctx, { params }) => restoreAsset(ctx, userFileLocation(ctx), params.asset_id, false),
  deleteUserFile: (ctx, { params }) => deleteAsset(ctx, userFileLocation(ctx), params.asset_id, false),
  getOpenPicture: (ctx, { params, query }) => getPublicPicture(ctx, params.asset_id, query),
  listCovers: async () => builtInCovers.map(coverPath),
})

export const unsplashFeature = defineFeature(unsplashCalls, {
  searchPictures: (ctx, { query }) => searchPictures(ctx, query),
  getUnsplashPicture: (ctx, { query }) => getUnsplashPicture(ctx, query),
  setUserCoverFromUnsplash: (ctx, { body }) => setUserCoverFromUnsplash(ctx, body),
  setProjectCoverFromUnsplash: (ctx, { body }) => setProjectCoverFromUnsplash(ctx, body),
})

const toSave = { download: 'true' } as const
const runsWorkspace = ({ workspace }: WorkspaceContext) => hasRoleAtLeast(workspace.role, role.admin)
const runsProject = ({ project }: ProjectContext) => hasRoleAtLeast(project.role, role.admin)

export const workspaceAssetsFeature = defineFeature(workspaceAssetCalls, {
  copyRemotePicture: (ctx, { body }) => copyRemotePicture(ctx, body),
  createWorkspaceAsset: (ctx, { body }) => createWorkspaceAsset(ctx, body),
  getWorkspaceAsset: (ctx, { params, query }) =>
    getAsset(ctx, workspaceFileFilter(ctx), params.asset_id, query),
  confirmWorkspaceAsset: (ctx, { params }) =>
    confirmAssetUpload(ctx, workspaceOrUserFileFilter(ctx), params.asset_id),
  deleteWorkspaceAsset: (ctx, { params }) =>
    deleteAsset(ctx, workspaceFileLocation(ctx), params.asset_id, runsWorkspace(ctx)),
  deleteWorkspaceFile: (ctx, { params }) =>
    deleteAsset(ctx, workspaceFileLocation(ctx), params.asset_id, runsWorkspace(ctx)),
  restoreWorkspaceAsset: (ctx, { params }) =>
    restoreAsset(ctx, workspaceFileLocation(ctx), params.asset_id, runsWorkspace(ctx)),
  restoreWorkspaceFile: (ctx, { params }) =>
    restoreAsset(ctx, workspaceFileLocation(ctx), params.asset_id, runsWorkspace(ctx)),
  checkWorkspaceAsset: (ctx, { params }) => checkAssetExists(ctx, params.asset_id),
  adoptWorkspaceAssets: (ctx, { params, body }) => adoptWorkspaceAssets(ctx, params.entity_id, body),
  duplicateAsset: (ctx, { params, body }) => duplicateAsset(ctx, params.asset_id, body),
  downloadWorkspaceAsset: (ctx, { params }) =>
    getAsset(ctx, workspaceFileFilter(ctx), params.asset_id, toSave),
})

export const projectAssetsFeature = defineFeature(projectAssetCalls, {
  createProjectAsset: (ctx, { body }) => createProjectAsset(ctx, body),
  getProjectAsset: (ctx, { params, query }) =>
    getAsset(ctx, projectFileLocation(ctx), params.asset_id, query),
  confirmProjectAsset: (ctx, { params }) =>
    confirmAssetUpload(ctx, projectFileLocation(ctx), params.asset_id),
  deleteProjectAsset: (ctx, { params }) =>
    deleteAsset(ctx, projectFileLocation(ctx), params.asset_id, runsProject(ctx)),
  downloadProjectAsset: (ctx, { params }) => getAsset(ctx, projectFileLocation(ctx), params.asset_id, toSave),
  adoptAssets: (ctx, { params, body }) => adoptAssets(ctx, params.entity_id, body),
})

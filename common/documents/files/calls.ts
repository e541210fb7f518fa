import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import {
  embeddedFileEntityTypes,
  projectFileEntityTypes,
  userFileEntityTypes,
  workspaceFileEntityTypes,
} from './rules.ts'
import { attachmentResponse, fileReadQuery, uploadTarget } from './schema.ts'

const attachments = '/api/assets/v2/workspaces/{slug}/projects/{project_id}/issues/{id}/attachments/'
const attachment = `${attachments}{attachment_id}/` as const

/**
 * Fields that describe a file before the client uploads it. After the upload, only the name is used; the
 * server detects all other values.
 */
const announced = {
  /** Id that the client generates, so that a repeated request refers to the same file. */
  id: id.optional(),
  name: singleLineText(1000).min(1, 'Enter a file name.'),
  type: singleLineText(200).default('application/octet-stream'),
  size: z.int().min(0),
}

/** The name, size and type of a picture. For pictures, the type is required. */
const picture = { ...announced, type: singleLineText(200) }

export const attachmentCalls = declareCalls('assets', {
  createAttachment: {
    summary: 'Create an attachment of a work item and get its upload URL',
    method: 'POST',
    path: attachments,
    who: { project: 'guest' },
    body: z.object(announced),
    secretAnswer: true,
    answer: uploadTarget.extend({ attachment: attachmentResponse }),
    fails: ['too_large'],
  },
  listAttachments: {
    summary: 'List the attachments of a work item, oldest first',
    method: 'GET',
    path: attachments,
    who: { project: 'guest' },
    answer: z.array(attachmentResponse),
  },
  getAttachment: {
    summary: 'Download an attachment of a work item. Supports range requests',
    method: 'GET',
    path: attachment,
    who: { project: 'guest' },
    query: fileReadQuery,
  },
  confirmAttachment: {
    summary: 'Confirm the upload of an attachment of a work item',
    method: 'PATCH',
    path: attachment,
    who: { project: 'guest', onlyOwn: true },
    body: z.object({}),
    transactions: 'own',
    answer: attachmentResponse,
  },
  deleteAttachment: {
    summary: 'Delete an attachment of a work item',
    method: 'DELETE',
    path: attachment,
    who: { project: 'admin', orOwn: true },
  },
  restoreAttachment: {
    summary: 'Restore a deleted attachment of a work item',
    method: 'POST',
    path: '/api/assets/v2/workspaces/{slug}/projects/{project_id}/issues/{id}/attachments/{attachment_id}/restore/',
    who: { project: 'admin', orOwn: true },
    answer: attachmentResponse,
  },
})

export const uploadCalls = declareCalls('assets', {
  uploadFile: {
    summary: 'Upload a file with the form fields of its upload URL. `file` must be the last field',
    method: 'POST',
    path: '/api/assets/v2/upload/',
    // Anyone can call it: the form fields are signed, so the request needs no session.
    who: 'anyone',
    upload: true,
    transactions: 'own',
    fails: ['too_large'],
  },
})

const confirming = {
  method: 'PATCH',
  body: z.object({}),
  transactions: 'own',
} as const

const ofUser = '/api/assets/v2/user-assets/'
const ofWorkspace = '/api/assets/v2/workspaces/{slug}/'
const ofProject = '/api/assets/v2/workspaces/{slug}/projects/{project_id}/'

export const userAssetCalls = declareCalls('assets', {
  createUserAsset: {
    summary: 'Get an upload URL for your profile picture or cover',
    method: 'POST',
    path: ofUser,
    who: 'signed-in',
    body: z.object({ ...picture, entity_type: z.enum(userFileEntityTypes, 'Invalid entity type.') }),
    secretAnswer: true,
    answer: uploadTarget,
    fails: ['too_large'],
  },
  confirmUserAsset: {
    ...confirming,
    summary: 'Confirm the upload of your profile picture or cover',
    path: `${ofUser}{asset_id}/`,
    who: 'signed-in',
  },
  deleteUserAsset: {
    summary: 'Delete your profile picture or cover',
    method: 'DELETE',
    path: `${ofUser}{asset_id}/`,
    who: 'signed-in',
  },
  restoreUserAsset: {
    summary: 'Restore your deleted profile picture or cover',
    method: 'POST',
    path: `${ofUser}{asset_id}/restore/`,
    who: 'signed-in',
  },
  deleteUserFile: {
    summary: 'Delete your profile picture or cover. Alias of `deleteUserAsset`',
    method: 'DELETE',
    path: '/api/users/file-assets/{asset_id}/',
    who: 'signed-in',
  },
  getOpenPicture: {
    summary: 'Get the public picture of a user, workspace or project',
    method: 'GET',
    path: '/api/assets/v2/static/{asset_id}/',
    who: 'anyone',
    query: fileReadQuery.pick({ width: true }),
  },
  listCovers: {
    summary: 'List the paths of the covers that the instance offers',
    method: 'GET',
    path: '/api/project-covers/',
    who: 'signed-in',
    answer: z.array(z.string()),
  },
})

export const workspaceAssetCalls = declareCalls('assets', {
  createWorkspaceAsset: {
    summary: 'Get an upload URL for a file. Only admins can upload logos and project covers',
    method: 'POST',
    path: ofWorkspace,
    who: { workspace: 'guest' },
    body: z.object({
      ...announced,
      entity_type: z.enum(workspaceFileEntityTypes, 'Invalid entity type.'),
      /** Id of the row that the file belongs to. Omitted if the row does not exist yet. */
      entity_identifier: emptyAsNull(id).optional(),
    }),
    secretAnswer: true,
    answer: uploadTarget,
    fails: ['too_large'],
  },
  copyRemotePicture: {
    summary: 'Store a copy of a picture from another website for a text',
    method: 'POST',
    path: `${ofWorkspace}remote-pictures/`,
    who: { workspace: 'guest' },
    body: z.object({
      url: singleLineText(2000).min(1),
      entity_type: z.enum([...embeddedFileEntityTypes, 'DRAFT_ISSUE_DESCRIPTION'], 'Invalid entity type.'),
      /** Id of the row whose text shows the picture. Omitted if the row does not exist yet. */
      entity_identifier: emptyAsNull(id).optional(),
    }),
    status: 201,
    answer: z.object({ asset_id: id }),
    transactions: 'own',
    remote: true,
    fails: ['too_large', 'rate_limited'],
  },
  getWorkspaceAsset: {
    summary: 'Get a file of a workspace. Pictures require access to their text',
    method: 'GET',
    path: `${ofWorkspace}{asset_id}/`,
    who: { workspace: 'guest' },
    query: fileReadQuery,
  },
  confirmWorkspaceAsset: {
    ...confirming,
    summary: 'Confirm the upload of a file of a workspace',
    path: `${ofWorkspace}{asset_id}/`,
    who: { workspace: 'guest', onlyOwn: true },
  },
  deleteWorkspaceAsset: {
    summary: 'Delete a file of a workspace',
    method: 'DELETE',
    path: `${ofWorkspace}{asset_id}/`,
    who: { workspace: 'admin', orOwn: true },
  },
  deleteWorkspaceFile: {
    summary: 'Delete a file of a workspace. Alias of `deleteWorkspaceAsset`',
    method: 'DELETE',
    path: '/api/workspaces/file-assets/{slug}/{asset_id}/',
    who: { workspace: 'admin', orOwn: true },
  },
  restoreWorkspaceAsset: {
    summary: 'Restore a deleted file of a workspace',
    method: 'POST',
    path: `${ofWorkspace}restore/{asset_id}/`,
    who: { workspace: 'admin', orOwn: true },
  },
  restoreWorkspaceFile: {
    summary: 'Restore a deleted file of a workspace. Alias of `restoreWorkspaceAsset`',
    method: 'POST',
    path: '/api/workspaces/file-assets/{slug}/{asset_id}/restore/',
    who: { workspace: 'admin', orOwn: true },
  },
  checkWorkspaceAsset: {
    summary: 'Check whether a file of a workspace exists and is accessible, and get its name and type',
    method: 'GET',
    path: `${ofWorkspace}check/{asset_id}/`,
    who: { workspace: 'guest' },
    answer: z.object({ exists: z.boolean(), name: z.string(), type: z.string() }),
  },
  adoptWorkspaceAssets: {
    summary: 'Attach uploads to a page of the workspace',
    method: 'POST',
    path: `${ofWorkspace}{entity_id}/bulk/`,
    who: { workspace: 'guest' },
    body: z.object({ asset_ids: z.array(id).max(100) }),
  },
  duplicateAsset: {
    summary: 'Copy a file for another text, draft, cover or logo',
    method: 'POST',
    path: `${ofWorkspace}duplicate-assets/{asset_id}/`,
    who: { workspace: 'guest' },
    body: z.object({
      entity_type: z.enum(workspaceFileEntityTypes, 'Invalid entity type.'),
      entity_id: emptyAsNull(id).optional(),
      /**
       * The server ignores this field, which clients of Plane send. It uses the project of the row with the id
       * `entity_id`.
       */
      project_id: emptyAsNull(id).optional(),
    }),
    transactions: 'own',
    answer: z.object({ asset_id: id }),
    fails: ['too_large', 'rate_limited'],
  },
  downloadWorkspaceAsset: {
    summary: 'Download a file of a workspace. Pictures require access to their text',
    method: 'GET',
    path: `${ofWorkspace}download/{asset_id}/`,
    who: { workspace: 'guest' },
  },
})

export const projectAssetCalls = declareCalls('assets', {
  createProjectAsset: {
    summary: 'Get an upload URL for a picture of a project. Only admins can upload its cover',
    method: 'POST',
    path: ofProject,
    who: { project: 'guest' },
    body: z.object({
      ...picture,
      entity_type: z.enum(projectFileEntityTypes, 'Invalid entity type.'),
      /** Id of the work item, comment or page that contains the picture. Omitted if it does not exist yet. */
      entity_identifier: emptyAsNull(id).optional(),
    }),
    secretAnswer: true,
    answer: uploadTarget,
    fails: ['too_large'],
  },
  getProjectAsset: {
    summary: 'Get a picture of a project. Pictures require access to their text',
    method: 'GET',
    path: `${ofProject}{asset_id}/`,
    who: { project: 'guest' },
    query: fileReadQuery,
  },
  confirmProjectAsset: {
    ...confirming,
    summary: 'Confirm the upload of a file of a project',
    path: `${ofProject}{asset_id}/`,
    who: { project: 'guest', onlyOwn: true },
  },
  deleteProjectAsset: {
    summary: 'Delete a file of a project',
    method: 'DELETE',
    path: `${ofProject}{asset_id}/`,
    who: { project: 'admin', orOwn: true },
  },
  downloadProjectAsset: {
    summary: 'Download a file of a project',
    method: 'GET',
    path: `${ofProject}download/{asset_id}/`,
    who: { project: 'guest' },
  },
  adoptAssets: {
    summary: 'Attach uploads to a text of a project, or set its cover',
    method: 'POST',
    path: `${ofProject}{entity_id}/bulk/`,
    who: { project: 'member', orOwn: true },
    body: z.object({ asset_ids: z.array(id).max(100) }),
  },
})

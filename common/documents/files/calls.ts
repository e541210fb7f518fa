import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { line, orNone } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { projectEntityTypes, userEntityTypes, workspaceEntityTypes } from './rules.ts'
import { attachmentAnswer, reading, uploadSlot } from './schema.ts'

const attachments = '/api/assets/v2/workspaces/{slug}/projects/{project_id}/issues/{id}/attachments/'
const attachment = `${attachments}{attachment_id}/` as const

/** What is sent before the file: nothing of it is believed once the file is there, but for its name. */
const announced = {
  /** Made by the client, so that the same file asked for again is the same one. */
  id: id.optional(),
  name: line(1000).min(1, 'A file has a name.'),
  type: line(200).default('application/octet-stream'),
  size: z.int().min(0),
}

/** Of a picture its type has to be told. */
const picture = { ...announced, type: line(200) }

export const attachmentCalls = declareCalls('assets', {
  createAttachment: {
    summary: 'Ask for a place to upload a file of a work item to',
    method: 'POST',
    path: attachments,
    who: { project: 'guest' },
    body: z.object(announced),
    secretAnswer: true,
    answer: uploadSlot.extend({ attachment: attachmentAnswer }),
    fails: ['too_large'],
  },
  listAttachments: {
    summary: 'Files of a work item, the oldest first',
    method: 'GET',
    path: attachments,
    who: { project: 'guest' },
    answer: z.array(attachmentAnswer),
  },
  getAttachment: {
    summary: 'A file of a work item itself, whole or a range of it',
    method: 'GET',
    path: attachment,
    who: { project: 'guest' },
    query: reading,
  },
  confirmAttachment: {
    summary: 'Say that a file has been uploaded; from then on others see it',
    method: 'PATCH',
    path: attachment,
    who: { project: 'guest', onlyOwn: true },
    body: z.object({}),
    transactions: 'own',
    answer: attachmentAnswer,
  },
  deleteAttachment: {
    summary: 'Take a file away from a work item',
    method: 'DELETE',
    path: attachment,
    who: { project: 'admin', orOwn: true },
  },
  restoreAttachment: {
    summary: 'Give a work item back a file that was taken away',
    method: 'POST',
    path: '/api/assets/v2/workspaces/{slug}/projects/{project_id}/issues/{id}/attachments/{attachment_id}/restore/',
    who: { project: 'admin', orOwn: true },
    answer: attachmentAnswer,
  },
})

export const uploadCalls = declareCalls('assets', {
  uploadFile: {
    summary: 'Send a file in a form: the fields that belong to its place, then the file as `file`',
    method: 'POST',
    path: '/api/assets/v2/upload/',
    // The fields of the form are signed, so that no session has to be sent.
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
    summary: 'Ask for a place to upload a picture of oneself to',
    method: 'POST',
    path: ofUser,
    who: 'signed-in',
    body: z.object({ ...picture, entity_type: z.enum(userEntityTypes, 'Invalid entity type.') }),
    secretAnswer: true,
    answer: uploadSlot,
    fails: ['too_large'],
  },
  confirmUserAsset: {
    ...confirming,
    summary: 'Say that a picture of oneself has been uploaded; from then on it is shown',
    path: `${ofUser}{asset_id}/`,
    who: 'signed-in',
  },
  deleteUserAsset: {
    summary: 'Take a picture of oneself away',
    method: 'DELETE',
    path: `${ofUser}{asset_id}/`,
    who: 'signed-in',
  },
  restoreUserAsset: {
    summary: 'Show a picture of oneself again that was taken away',
    method: 'POST',
    path: `${ofUser}{asset_id}/restore/`,
    who: 'signed-in',
  },
  deleteUserFile: {
    summary: 'The same at an older address',
    method: 'DELETE',
    path: '/api/users/file-assets/{asset_id}/',
    who: 'signed-in',
  },
  getOpenPicture: {
    summary: 'The picture of a person, a workspace or a project',
    method: 'GET',
    path: '/api/assets/v2/static/{asset_id}/',
    who: 'anyone',
    query: reading.pick({ width: true }),
  },
  listCovers: {
    summary: 'Pictures that the installation offers as covers; there are none',
    method: 'GET',
    path: '/api/project-covers/',
    who: 'signed-in',
    answer: z.array(z.string()),
  },
  searchPictures: {
    summary: 'Pictures of another service to choose from; none, since no service is asked',
    method: 'GET',
    path: '/api/unsplash/',
    who: 'signed-in',
    query: z.object({ query: z.string().max(200).optional() }),
    answer: z.array(z.object({})),
  },
})

export const workspaceAssetCalls = declareCalls('assets', {
  createWorkspaceAsset: {
    summary: 'Ask for a place to upload a file of a workspace to; its logo is for admins',
    method: 'POST',
    path: ofWorkspace,
    who: { workspace: 'guest' },
    body: z.object({
      ...announced,
      entity_type: z.enum(workspaceEntityTypes, 'Invalid entity type.'),
      /** The page of the workspace that a picture of a text is for; left out when it is still to be made. */
      entity_identifier: orNone(id).optional(),
    }),
    secretAnswer: true,
    answer: uploadSlot,
    fails: ['too_large'],
  },
  getWorkspaceAsset: {
    summary: 'A file of a workspace, or a picture of a text in it, for those who see that',
    method: 'GET',
    path: `${ofWorkspace}{asset_id}/`,
    who: { workspace: 'guest' },
    query: reading,
  },
  confirmWorkspaceAsset: {
    ...confirming,
    summary: 'Say that a file of a workspace has been uploaded',
    path: `${ofWorkspace}{asset_id}/`,
    who: { workspace: 'guest', onlyOwn: true },
  },
  deleteWorkspaceAsset: {
    summary: 'Take a file of a workspace away',
    method: 'DELETE',
    path: `${ofWorkspace}{asset_id}/`,
    who: { workspace: 'admin', orOwn: true },
  },
  deleteWorkspaceFile: {
    summary: 'The same at an older address',
    method: 'DELETE',
    path: '/api/workspaces/file-assets/{slug}/{asset_id}/',
    who: { workspace: 'admin', orOwn: true },
  },
  restoreWorkspaceAsset: {
    summary: 'Give a workspace back a file that was taken away',
    method: 'POST',
    path: `${ofWorkspace}restore/{asset_id}/`,
    who: { workspace: 'admin', orOwn: true },
  },
  restoreWorkspaceFile: {
    summary: 'The same at an older address',
    method: 'POST',
    path: '/api/workspaces/file-assets/{slug}/{asset_id}/restore/',
    who: { workspace: 'admin', orOwn: true },
  },
  checkWorkspaceAsset: {
    summary: 'Whether a file of a workspace is there; one that the caller may not see is not found',
    method: 'GET',
    path: `${ofWorkspace}check/{asset_id}/`,
    who: { workspace: 'guest' },
    answer: z.object({ exists: z.boolean() }),
  },
  adoptWorkspaceAssets: {
    summary:
      'Say which pictures stand in a page of the workspace: those sent before it was made, and those of other texts',
    method: 'POST',
    path: `${ofWorkspace}{entity_id}/bulk/`,
    who: { workspace: 'member' },
    body: z.object({ asset_ids: z.array(id).max(100) }),
  },
  downloadWorkspaceAsset: {
    summary: 'A file of a workspace, or a picture of a text in it, to be saved',
    method: 'GET',
    path: `${ofWorkspace}download/{asset_id}/`,
    who: { workspace: 'guest' },
  },
})

export const projectAssetCalls = declareCalls('assets', {
  createProjectAsset: {
    summary: 'Ask for a place to upload a picture of a text of a project to; its cover is for admins',
    method: 'POST',
    path: ofProject,
    who: { project: 'guest' },
    body: z.object({
      ...picture,
      entity_type: z.enum(projectEntityTypes, 'Invalid entity type.'),
      /** The work item, comment or page; left out when it is still to be made. */
      entity_identifier: orNone(id).optional(),
    }),
    secretAnswer: true,
    answer: uploadSlot,
    fails: ['too_large'],
  },
  getProjectAsset: {
    summary: 'A picture of a text of a project, for those who see the text',
    method: 'GET',
    path: `${ofProject}{asset_id}/`,
    who: { project: 'guest' },
    query: reading,
  },
  confirmProjectAsset: {
    ...confirming,
    summary: 'Say that a file of a project has been uploaded',
    path: `${ofProject}{asset_id}/`,
    who: { project: 'guest', onlyOwn: true },
  },
  deleteProjectAsset: {
    summary: 'Take a file of a project away',
    method: 'DELETE',
    path: `${ofProject}{asset_id}/`,
    who: { project: 'admin', orOwn: true },
  },
  downloadProjectAsset: {
    summary: 'A file of a project, to be saved',
    method: 'GET',
    path: `${ofProject}download/{asset_id}/`,
    who: { project: 'guest' },
  },
  adoptAssets: {
    summary: 'Say which pictures stand in a text: those sent before it was made, and those of other texts',
    method: 'POST',
    path: `${ofProject}{entity_id}/bulk/`,
    who: { project: 'guest' },
    body: z.object({ asset_ids: z.array(id).max(100) }),
  },
})

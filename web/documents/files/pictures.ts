import { atom } from 'jotai'
import { isPictureType } from '#common/documents/files/file-types.ts'
import {
  type EmbeddedFileEntityType,
  type FileEntityType,
  fileProblem,
} from '#common/documents/files/rules.ts'
import { isId } from '#common/platform/ids.ts'
import { mutate, request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { type AnyMutation, toAnyMutation } from '../../platform/sync/mutation.ts'
import { fileSizeLimit } from '../../platform/uploads/limit.ts'
import { fileProblemText } from '../../platform/uploads/problems.ts'
import {
  fileAttributesForUpload,
  startUpload,
  type UploadDestination,
} from '../../platform/uploads/uploads.ts'
import { type FileReadOptions, withFileReadOptions } from './file-url.ts'

/** The text into which pictures and other files are inserted. */
export interface TextUploadTarget {
  entity_type: EmbeddedFileEntityType | 'DRAFT_ISSUE_DESCRIPTION'
  /**
   * The id of the item, page or comment that the text belongs to. Null if it does not exist yet. The request
   * that creates it then contains the ids of the pictures in the text.
   */
  entity_identifier: string | null
  /** The project of the item, page or comment. Null if it belongs to the workspace and not to a project. */
  project_id: string | null
}

/** The number of insertions in progress. A text must not be sent until all pictures have been inserted. */
export const pendingFileInsertsAtom = atom(0)

/** Returns the address of a picture, in a workspace or on a public page. */
export type PictureUrl = (id: string, reading?: FileReadOptions) => string

/**
 * Returns the address of a picture in a text. It does not contain the project, so it stays valid when the text
 * moves to another project.
 */
export function pictureUrl(id: string, reading: FileReadOptions = {}): string {
  const address = `/api/assets/v2/workspaces/${currentSlug()}`
  return reading.download ? `${address}/download/${id}/` : withFileReadOptions(`${address}/${id}/`, reading)
}

/** Returns the id of a picture from its address in this workspace, or null for other addresses. */
export function pictureIdInUrl(address: string): string | null {
  if (!URL.canParse(address, location.origin)) return null
  const { origin, pathname } = new URL(address, location.origin)
  const found = /^\/api\/assets\/v2\/workspaces\/([^/]+)\/(?:projects\/[^/]+\/)?([0-9a-f-]{36})\/$/.exec(
    pathname,
  )
  const [, slug, id = ''] = found ?? []
  return origin === location.origin && slug === currentSlug() && isId(id) ? id : null
}

/** Returns a message that explains why a file cannot be uploaded, or null if it can. */
export async function fileProblemMessage(file: File, entityType: FileEntityType): Promise<string | null> {
  const limit = await fileSizeLimit()
  const problem = fileProblem(fileAttributesForUpload(file), { limit, entityType })
  return problem && fileProblemText(problem, limit)
}

/**
 * Uploads a file whose id the text already contains. `refused` is called with a message if the server rejects
 * the file.
 */
export function uploadFileIntoText(
  id: string,
  file: File,
  target: TextUploadTarget,
  refused: (reason: string) => void,
): Promise<void> {
  return startUpload(id, file, { ...uploadDestinationOf(target), refused })
}

/** Returns the functions that upload a file into a text. `shown` is called after the upload has finished. */
export function uploadDestinationOf(
  target: TextUploadTarget,
  shown: (id: string) => Promise<void> = async () => {},
): UploadDestination {
  const slug = currentSlug()
  const { entity_type, entity_identifier, project_id } = target
  return {
    entityType: entity_type,
    createUpload: (announced) => {
      const body = { ...announced, entity_identifier }
      if (entity_type === 'DRAFT_ISSUE_DESCRIPTION')
        return request('createWorkspaceAsset', { params: { slug }, body: { ...body, entity_type } })
      if (project_id !== null)
        return request('createProjectAsset', { params: { slug, project_id }, body: { ...body, entity_type } })
      // Texts without a project that are not drafts are pages of the workspace.
      const ofPage = { ...body, entity_type: 'PAGE_DESCRIPTION' } as const
      return request('createWorkspaceAsset', { params: { slug }, body: ofPage })
    },
    // The call does not contain the project, because the text may have moved to another project during the
    // upload.
    confirm: async (asset_id) => {
      await request('confirmWorkspaceAsset', { params: { slug, asset_id }, body: {} })
      await shown(asset_id)
    },
  }
}

/**
 * Returns false if the server does not know the file or its upload is not complete. Returns true if the file
 * exists, and also if the request failed for another reason.
 */
export async function fileExists(asset_id: string): Promise<boolean> {
  try {
    await request('checkWorkspaceAsset', { params: { slug: currentSlug(), asset_id } })
    return true
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return error.code !== 'not_found'
  }
}

/**
 * Gives the readers of this text access to files that were copied from another text. While offline, the
 * request waits for a connection.
 */
export async function sharePictures(ids: string[], target: TextUploadTarget): Promise<void> {
  const { entity_identifier: entity_id, project_id } = target
  if (entity_id === null || ids.length === 0) return
  const [slug, body] = [currentSlug(), { asset_ids: ids }]
  const adopting: AnyMutation =
    project_id === null
      ? toAnyMutation({
          call: 'adoptWorkspaceAssets',
          input: { params: { slug, entity_id }, body },
          changes: [],
        })
      : toAnyMutation({
          call: 'adoptAssets',
          input: { params: { slug, project_id, entity_id }, body },
          changes: [],
        })
  await mutate(adopting)
}

export function filterPictures(files: readonly File[]): File[] {
  return files.filter(({ type }) => isPictureType(type))
}

import { atom } from 'jotai'
import { isPicture } from '#common/documents/files/file-types.ts'
import { type EntityType, fileProblem, type TextEntityType } from '#common/documents/files/rules.ts'
import { isId } from '#common/platform/ids.ts'
import { mutate, request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { type AnyMutation, anyMutation } from '../../platform/sync/mutation.ts'
import { fileSizeLimit } from '../../platform/uploads/limit.ts'
import { problemWords } from '../../platform/uploads/problems.ts'
import { addFile, announcedOf, type Destination } from '../../platform/uploads/uploads.ts'
import { type ReadingFile, withReading } from './file-url.ts'

/** A text that pictures and other files are put into. */
export interface PictureTarget {
  entity_type: TextEntityType | 'DRAFT_ISSUE_DESCRIPTION'
  /** Null of one that is still to be made: whoever makes it says which pictures are in it. */
  entity_identifier: string | null
  /** Null of what belongs to the workspace itself. */
  project_id: string | null
}

/** Above 0 while pictures that were given to a text are not in it yet: whoever sends a text waits for those. */
export const comingPicturesAtom = atom(0)

/** Where a picture is read: of texts of a workspace, or of what is shown to the public. */
export type PictureUrl = (id: string, reading?: ReadingFile) => string

/** Where a picture of a text is read, whatever project that is in by now. */
export function pictureUrl(id: string, reading: ReadingFile = {}): string {
  const place = `/api/assets/v2/workspaces/${currentSlug()}`
  return reading.download ? `${place}/download/${id}/` : withReading(`${place}/${id}/`, reading)
}

/** The id of a picture that was copied from a text as it is read; null for one that is elsewhere. */
export function pictureIdAt(address: string): string | null {
  if (!URL.canParse(address, location.origin)) return null
  const { origin, pathname } = new URL(address, location.origin)
  const found = /^\/api\/assets\/v2\/workspaces\/([^/]+)\/(?:projects\/[^/]+\/)?([0-9a-f-]{36})\/$/.exec(
    pathname,
  )
  const [, slug, id = ''] = found ?? []
  return origin === location.origin && slug === currentSlug() && isId(id) ? id : null
}

/** Why a file is not sent, in words; null when it is. */
export async function fileProblemWords(file: File, entityType: EntityType): Promise<string | null> {
  const limit = await fileSizeLimit()
  const problem = fileProblem(announcedOf(file), { limit, entityType })
  return problem && problemWords(problem, limit)
}

/** Sends the picture or other file that is known by that id in a text already. `refused` is called when the server does not take it, with the reason in words. */
export function sendToText(
  id: string,
  file: File,
  target: PictureTarget,
  refused: (reason: string) => void,
): Promise<void> {
  return addFile(id, file, { ...destinationOf(target), refused })
}

/** The calls by which a file gets into a text; `shown` is told once it is there. */
export function destinationOf(
  target: PictureTarget,
  shown: (id: string) => Promise<void> = async () => {},
): Destination {
  const slug = currentSlug()
  const { entity_type, entity_identifier, project_id } = target
  return {
    entityType: entity_type,
    ask: (announced) => {
      const body = { ...announced, entity_identifier }
      if (entity_type === 'DRAFT_ISSUE_DESCRIPTION')
        return request('createWorkspaceAsset', { params: { slug }, body: { ...body, entity_type } })
      if (project_id !== null)
        return request('createProjectAsset', { params: { slug, project_id }, body: { ...body, entity_type } })
      // What belongs to no project and is no draft is a page.
      const ofPage = { ...body, entity_type: 'PAGE_DESCRIPTION' } as const
      return request('createWorkspaceAsset', { params: { slug }, body: ofPage })
    },
    // Its text may have moved to another project meanwhile.
    confirm: async (asset_id) => {
      await request('confirmWorkspaceAsset', { params: { slug, asset_id }, body: {} })
      await shown(asset_id)
    },
  }
}

/** Whether a file that was put into a text is there by now. Where nobody says, as without a connection, it is taken to be. */
export async function isFileThere(asset_id: string): Promise<boolean> {
  try {
    await request('checkWorkspaceAsset', { params: { slug: currentSlug(), asset_id } })
    return true
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return error.code !== 'not_found'
  }
}

/** Has pictures and files that were copied from another text shown to whoever sees this one; offline, once there is a connection again. */
export async function sharePictures(ids: string[], target: PictureTarget): Promise<void> {
  const { entity_identifier: entity_id, project_id } = target
  if (entity_id === null || ids.length === 0) return
  const [slug, body] = [currentSlug(), { asset_ids: ids }]
  const adopting: AnyMutation =
    project_id === null
      ? anyMutation({
          call: 'adoptWorkspaceAssets',
          input: { params: { slug, entity_id }, body },
          changes: [],
        })
      : anyMutation({
          call: 'adoptAssets',
          input: { params: { slug, project_id, entity_id }, body },
          changes: [],
        })
  await mutate(adopting)
}

export function picturesAmong(files: readonly File[]): File[] {
  return files.filter(({ type }) => isPicture(type))
}

import { Readable } from 'node:stream'
import type { workspaceAssetCalls } from '#common/documents/files/calls.ts'
import { isPictureType, pictureTypes } from '#common/documents/files/file-types.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import { confirmAssetUpload, createWorkspaceAsset, workspaceOrUserFileFilter } from './files.ts'
import { incomingUploadKey } from './keys.ts'
import { findFileOwnerInWorkspace } from './owner-in-workspace.ts'

type Wanted = BodyOf<typeof workspaceAssetCalls.copyRemotePicture>

/**
 * Stores a copy of a picture from another website. The copy belongs to the text, like an uploaded picture, so readers
 * of the text load nothing from the other website.
 */
export async function copyRemotePicture(
  ctx: WorkspaceContext,
  { url, entity_type, entity_identifier = null }: Wanted,
): Promise<ResponseOf<typeof workspaceAssetCalls.copyRemotePicture>> {
  // Check the permission first, so that nobody without access makes the server send requests.
  await findFileOwnerInWorkspace(ctx, entity_type, entity_identifier)
  await ctx.limits.take('preview', ctx.user.id)
  const { bytes, type } = await download(ctx, url)
  const { asset_id } = await ctx.writing((em) =>
    createWorkspaceAsset(
      { ...ctx, em },
      { name: nameOf(url), type, size: bytes.length, entity_type, entity_identifier },
    ),
  )
  await ctx.storage.put(incomingUploadKey(asset_id), Readable.from([bytes]), bytes.length)
  await confirmAssetUpload(ctx, workspaceOrUserFileFilter(ctx), asset_id)
  return { asset_id }
}

async function download({ web, settings }: WorkspaceContext, url: string) {
  try {
    const { bytes, type, isCut } = await web.read(url, {
      types: pictureTypes,
      most: settings.get('FILE_SIZE_LIMIT'),
    })
    if (isCut) throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
    if (!isPictureType(type) || bytes.length === 0) throw notLoadedError()
    return { bytes, type }
  } catch (error) {
    if (error instanceof ExternalResourceUnreadable) throw notLoadedError()
    throw error
  }
}

function notLoadedError(): AppError {
  return invalid('url', 'The image could not be loaded.')
}

function nameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return path.split('/').at(-1) || 'image'
}

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isPictureType } from '#common/documents/files/file-types.ts'
import {
  acceptsAnyFile,
  isAttachmentEntityType,
  maxPictureSideLengths,
  pictureWidths,
  pictureWidthsForEntityType,
} from '#common/documents/files/rules.ts'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { invalid } from '#common/platform/errors.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ProcessedPicture } from '../../platform/pictures/job.ts'
import { bytesForTypeDetection, detectContentType } from './content-type.ts'
import type { FileAsset } from './entity.ts'
import { fileStorageKey, incomingUploadKey } from './keys.ts'

type FinalizeContext = Pick<Context, 'storage' | 'pictures' | 'log'>
type UploadedFile = Pick<FileAsset, 'id' | 'attributes' | 'entity_type' | 'created_by'>

/**
 * Moves an uploaded file to its final key and determines its type. Pictures are decoded and encoded again,
 * and all other files stay unchanged. If the process is killed before the confirmation is stored, the client
 * can confirm again, or the cleanup job deletes the file.
 */
export async function finalizeUploadedFile(
  ctx: FinalizeContext,
  file: UploadedFile,
): Promise<FileAttributes> {
  const { storage } = ctx
  const { id, attributes } = file
  const from = await uploadedKey(ctx, file)
  const head = await storage.get(from, {
    start: 0,
    end: Math.min(attributes.size, bytesForTypeDetection) - 1,
  })
  if (head === null) throw notUploaded()
  const found = await detectContentType(await buffer(head), attributes.type)
  const picture = isPictureType(found) ? await finalizePicture(ctx, file, from) : null
  if (picture !== null) return { ...attributes, ...picture }
  if (forbiddenTypes.has(found) || !allowsAnyType(file)) {
    // Remove only the unconfirmed upload, because a concurrent confirmation may already have stored the final
    // file.
    await storage.remove([from])
    throw invalid('type', allowsAnyType(file) ? 'Invalid file type.' : noPicture)
  }
  if (from !== fileStorageKey(id)) await storage.move(from, fileStorageKey(id))
  // Serve the file as a download if its header looks like a picture but the picture could not be decoded.
  return { ...attributes, type: isPictureType(found) ? 'application/octet-stream' : found }
}

/**
 * Returns true if the file may have any type: it is an attachment, or another file in a text that the client
 * did not declare as a picture. A file that was declared as a picture must be one.
 */
function allowsAnyType({ entity_type, attributes }: UploadedFile): boolean {
  return (
    isAttachmentEntityType(entity_type) || (acceptsAnyFile(entity_type) && !isPictureType(attributes.type))
  )
}

/**
 * Deletes the temporary copy of an upload. Call this after the confirmation, when the file is stored under
 * its final key.
 */
export async function deleteIncomingUpload({ storage }: Context, id: string): Promise<void> {
  await storage.remove([incomingUploadKey(id)])
}

const noPicture = 'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed.'

/**
 * Types of Windows programs. Files of these types are rejected even if the file name has another extension.
 */
const forbiddenTypes = new Set(['application/x-msdownload', 'application/x-msi'])

/**
 * Returns the storage key of the uploaded file. It is the key for unconfirmed uploads, or the final key if an
 * earlier confirmation was interrupted.
 */
async function uploadedKey({ storage }: FinalizeContext, { id, attributes }: UploadedFile): Promise<string> {
  for (const key of [incomingUploadKey(id), fileStorageKey(id)]) {
    if ((await storage.size(key)) === attributes.size) return key
  }
  throw notUploaded()
}

/**
 * Returns the error for a missing upload. If a concurrent confirmation has just moved the file, a retry
 * succeeds.
 */
function notUploaded() {
  return invalid('asset_id', 'The file has not been uploaded yet.')
}

type PictureAttributes = Pick<FileAttributes, 'type' | 'size' | 'width' | 'height'>

/** Converts the picture and stores it. Returns null if the file cannot be displayed as a picture. */
async function finalizePicture(
  ctx: FinalizeContext,
  file: UploadedFile,
  from: string,
): Promise<PictureAttributes | null> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-picture-'))
  try {
    const input = join(folder, 'sent')
    const content = await ctx.storage.get(from)
    if (content === null) throw notUploaded()
    await pipeline(content, createWriteStream(input, { mode: 0o600 }))
    const within = maxPictureSideLengths[file.entity_type] ?? null
    const job = { input, folder, within, widths: pictureWidthsForEntityType(file.entity_type) }
    const result = await ctx.pictures.prepare(job, file.created_by ?? '')
    if (result.picture === null) {
      ctx.log.info({ asset: file.id, reason: result.reason }, 'a picture is not shown')
      return null
    }
    return await storePicture(ctx, file.id, result.picture)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function storePicture(
  { storage }: FinalizeContext,
  id: string,
  picture: ProcessedPicture,
): Promise<PictureAttributes> {
  const put = async (key: string, path: string) => {
    const { size } = await stat(path)
    await storage.put(key, createReadStream(path), size)
    return size
  }
  for (const { width, path } of picture.smaller) {
    const known = pictureWidths.find((each) => each === width)
    await put(fileStorageKey(id, known), path)
  }
  const { type, width, height, path } = picture
  return { type, width, height, size: await put(fileStorageKey(id), path) }
}

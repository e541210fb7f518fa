import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isPictureType, pictureTypes } from '#common/documents/files/file-types.ts'
import { publicPictureUrl } from '#common/documents/files/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { providerPictureFound } from '../../identity/sign-in/providers/picture.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import { ExternalServerError, type Job, type JobPorts } from '../../platform/context/job.ts'
import { listenTo } from '../../platform/db/events.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import { finalizeUploadedFile } from './confirm.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'
import { incomingUploadKey } from './keys.ts'
import { assignPictureToOwner } from './owners.ts'

interface AvatarCopy {
  user_id: string
  url: string
  /** True if the picture also replaces an avatar that the user already has. */
  replaces: boolean
}

/** Copies the picture of a user from a sign-in provider into the storage, and makes it the avatar. */
export const copyAvatarJob: Job<AvatarCopy> = {
  name: 'copy-avatar',
  retries: 2,
  retryAfter: [30, 600],
  endsWithin: 60,
  groupOf: ({ url }) => URL.parse(url)?.host ?? '',
  async run(data, ports) {
    const content = await download(data, ports)
    if (content === null) return
    const file = await announce(data, ports, content)
    if (file === null) return
    await ports.storage.put(incomingUploadKey(file.id), Readable.from([content.bytes]), content.bytes.length)
    const attributes = await finalizeUploadedFile({ ...ports }, file).catch((error: unknown) => {
      // Return null if the content cannot be displayed as a picture, although the provider declared a picture.
      // `confirm` then removes the row of the file.
      if (error instanceof AppError) return null
      throw error
    })
    await confirm(data, ports, file.id, attributes)
    await ports.storage.remove([incomingUploadKey(file.id)])
  },
}

export const copyAvatarOnSignIn = listenTo(providerPictureFound, (em, { jobs, ...data }) =>
  jobs.enqueue(em, copyAvatarJob, data),
)

interface Content {
  bytes: Buffer
  type: string
}

/** Downloads the picture. Returns null if it is empty, or larger than a user could upload. */
async function download({ url }: AvatarCopy, { web, settings }: JobPorts): Promise<Content | null> {
  try {
    const found = await web.read(url, { types: pictureTypes, most: settings.get('FILE_SIZE_LIMIT') })
    return found.isCut || found.bytes.length === 0 ? null : found
  } catch (error) {
    if (!(error instanceof ExternalResourceUnreadable)) throw error
    throw new ExternalServerError(`the picture of a user was not copied: ${error.message}`)
  }
}

/**
 * Creates the row of the file. Returns null if the picture must not become the avatar: the user is deactivated, has
 * another avatar that the picture may not replace, or already has this avatar.
 */
function announce(
  { user_id, replaces }: AvatarCopy,
  { orm }: JobPorts,
  { bytes, type }: Content,
): Promise<FileAsset | null> {
  const id = idOfContent(user_id, bytes)
  return runInChangeBatch(orm.em, originOf(user_id), async (em) => {
    const user = await em.findOne(UserEntity, { id: user_id })
    if (!user?.is_active || user.avatar_url === publicPictureUrl(id)) return null
    if (user.avatar_url !== null && !replaces) return null
    const known = await em.findOne(FileAssetEntity, { id })
    if (known?.uploaded_at instanceof Date) {
      known.deleted_at = null
      await assignPictureToOwner(em, known)
      await em.flush()
      return null
    }
    const file =
      known ??
      em.create(FileAssetEntity, {
        id,
        workspace_id: null,
        project_id: null,
        entity_type: 'USER_AVATAR',
        entity_identifier: user_id,
        attributes: { name: 'avatar', size: bytes.length, type, width: null, height: null },
        uploaded_at: null,
        created_by: user_id,
        updated_by: user_id,
        deleted_at: null,
      })
    await em.flush()
    return file
  })
}

/** Makes the file the avatar, or removes its row if the content cannot be shown. */
function confirm(
  { user_id }: AvatarCopy,
  { orm }: JobPorts,
  id: string,
  attributes: FileAsset['attributes'] | null,
): Promise<void> {
  return runInChangeBatch(orm.em, originOf(user_id), async (em) => {
    const file = await em.findOne(FileAssetEntity, { id, uploaded_at: null })
    if (file === null) return
    if (attributes === null || !isPictureType(attributes.type)) em.remove(file)
    else {
      Object.assign(file, { attributes, uploaded_at: new Date() })
      await assignPictureToOwner(em, file)
    }
    await em.flush()
  })
}

function originOf(actor_id: string) {
  return { actor_id, mutation_id: null }
}

/**
 * Derives the id of the file from its content, so that a sign-in with an unchanged picture creates no new
 * file.
 */
function idOfContent(userId: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(userId).update(bytes).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

import { publicPictureId, publicPictureUrl } from '#common/documents/files/rules.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, request, store } from '../../platform/app/sync.ts'
import { meAtom } from '../../platform/person/session.ts'
import { type Mutation, undoableMutation } from '../../platform/sync/mutation.ts'
import type { UploadDestination } from '../../platform/uploads/uploads.ts'

/**
 * The functions that upload the profile picture of the current user. Other users and tabs receive the changed
 * user over the change feed.
 */
export const profilePictureDestination: UploadDestination = {
  entityType: 'USER_AVATAR',
  createUpload: (announced) =>
    request('createUserAsset', { body: { ...announced, entity_type: 'USER_AVATAR' } }),
  async confirm(asset_id) {
    await request('confirmUserAsset', { params: { asset_id }, body: {} })
    updateOwnAvatar(publicPictureUrl(asset_id))
  },
}

/** The functions that upload the cover of the current user. */
export const profileCoverDestination: UploadDestination = {
  entityType: 'USER_COVER',
  isOfPictures: true,
  createUpload: (announced) =>
    request('createUserAsset', { body: { ...announced, entity_type: 'USER_COVER' } }),
  async confirm(asset_id) {
    await request('confirmUserAsset', { params: { asset_id }, body: {} })
    updateOwnCover(publicPictureUrl(asset_id))
  },
}

/** Makes a picture of Unsplash the cover of the current user. */
export async function chooseOwnUnsplashCover(picture_id: string): Promise<void> {
  const { asset_url } = await request('setUserCoverFromUnsplash', { body: { picture_id } })
  updateOwnCover(asset_url)
}

function updateOwnCover(cover_image_url: string): void {
  const me = store.get(meAtom)
  if (me !== null) store.set(meAtom, { ...me, cover_image_url })
}

export async function removeProfilePicture(userId: string, url: string): Promise<void> {
  const asset_id = publicPictureId(url)
  if (asset_id === null) return
  const showing = (call: 'deleteUserAsset' | 'restoreUserAsset', avatar_url: string | null) =>
    ({
      call,
      input: { params: { asset_id } },
      changes: [{ entity: 'users', id: userId, op: 'update', fields: { avatar_url } }],
    }) satisfies Mutation<'deleteUserAsset' | 'restoreUserAsset'>
  await mutate(
    undoableMutation(
      showing('deleteUserAsset', null),
      t('account.pictureRemoved'),
      showing('restoreUserAsset', url),
    ),
  )
}

/** Updates the user in this tab, because the change feed delivers no changes before the user is in a workspace. */
function updateOwnAvatar(avatar_url: string): void {
  const me = store.get(meAtom)
  if (me !== null) store.set(meAtom, { ...me, avatar_url })
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type FileEntityType, publicPictureUrl } from '#common/documents/files/rules.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import { ProjectEntity } from '../../organization/projects/entity.ts'
import { WorkspaceEntity } from '../../organization/workspaces/entity.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'

/** Sets the picture of a user, workspace or project, and deletes the previous one. */
export async function assignPictureToOwner(em: EntityManager, file: FileAsset): Promise<void> {
  const { id, entity_type, entity_identifier } = file
  if (!(await setPicture(em, file, () => publicPictureUrl(id)))) return
  const others = await em.find(FileAssetEntity, {
    id: { $ne: id },
    entity_type,
    entity_identifier,
    uploaded_at: { $ne: null },
    deleted_at: null,
  })
  for (const other of others) other.deleted_at = new Date()
}

/** Clears the avatar, logo or cover if it still shows this file. */
export async function removePictureFromOwner(em: EntityManager, file: FileAsset): Promise<void> {
  const url = publicPictureUrl(file.id)
  await setPicture(em, file, (shown) => (shown === url ? null : shown))
}

/**
 * Sets the avatar, logo or cover to the result of `next`, which receives the current picture. Returns false without a
 * change if the file is of another type, or if its owner does not exist yet.
 */
async function setPicture(
  em: EntityManager,
  { entity_type, entity_identifier: id }: FileAsset,
  next: (shown: string | null) => string | null,
): Promise<boolean> {
  if (id === null || !isShown(entity_type)) return false
  if (entity_type === 'WORKSPACE_LOGO') {
    const workspace = await em.findOneOrFail(WorkspaceEntity, { id })
    workspace.logo_url = next(workspace.logo_url)
  } else if (entity_type === 'PROJECT_COVER') {
    const project = await em.findOneOrFail(ProjectEntity, { id })
    project.cover_image_url = next(project.cover_image_url)
  } else {
    const user = await em.findOneOrFail(UserEntity, { id })
    const field = entity_type === 'USER_AVATAR' ? 'avatar_url' : 'cover_image_url'
    user[field] = next(user[field])
  }
  return true
}

function isShown(type: FileEntityType) {
  return ['USER_AVATAR', 'USER_COVER', 'WORKSPACE_LOGO', 'PROJECT_COVER'].includes(type)
}

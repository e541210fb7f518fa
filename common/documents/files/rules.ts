import { fileNameExtension } from '../../platform/file-name.ts'
import { isId } from '../../platform/ids.ts'
import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import { attachmentTypes, isPictureType } from './file-types.ts'

/**
 * Entity types of files that belong to a user. The entity type of a file defines its purpose and determines
 * who can read it.
 */
export const userFileEntityTypes = ['USER_AVATAR', 'USER_COVER'] as const
/** Entity types of files that are part of a text, such as pictures in a description. */
export const embeddedFileEntityTypes = [
  'ISSUE_DESCRIPTION',
  'COMMENT_DESCRIPTION',
  'PAGE_DESCRIPTION',
  'TEMPLATE_DESCRIPTION',
] as const
export type EmbeddedFileEntityType = (typeof embeddedFileEntityTypes)[number]
export const projectFileEntityTypes = [...embeddedFileEntityTypes, 'PROJECT_COVER'] as const
/**
 * Entity types of files that are uploaded through a workspace. Forms of Plane upload all kinds of files in
 * this way, before the row that a file belongs to exists.
 */
export const workspaceFileEntityTypes = [
  'DRAFT_ISSUE_ATTACHMENT',
  'DRAFT_ISSUE_DESCRIPTION',
  'ISSUE_ATTACHMENT',
  'WORKSPACE_LOGO',
  ...projectFileEntityTypes,
  ...userFileEntityTypes,
] as const
export type FileEntityType = (typeof workspaceFileEntityTypes)[number]

/**
 * Entity types of pictures that can be read without permission. Everyone who sees the name of the user,
 * workspace or project may also see the picture, including users who have only been invited.
 */
export const publicPictureTypes: readonly FileEntityType[] = [
  'USER_AVATAR',
  'USER_COVER',
  'WORKSPACE_LOGO',
  'PROJECT_COVER',
]

/**
 * Maximum pixels of the longer side of a stored picture, by entity type. These pictures are never shown
 * larger. Pictures of other entity types keep their size.
 */
export const maxPictureSideLengths: Partial<Record<FileEntityType, number>> = {
  USER_AVATAR: 256,
  WORKSPACE_LOGO: 256,
  USER_COVER: 1600,
  PROJECT_COVER: 1600,
}

/**
 * Widths in pixels of the smaller copies that are stored of a picture: for avatars, for thumbnails, and for texts
 * and the viewer.
 */
export const pictureWidths = [128, 320, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** Returns the widths of the smaller copies that are stored of pictures with this entity type. */
export function pictureWidthsForEntityType(type: FileEntityType): readonly PictureWidth[] {
  if (type === 'USER_AVATAR' || type === 'WORKSPACE_LOGO') return [128]
  return publicPictureTypes.includes(type) ? [320] : [320, 1280]
}

/**
 * File extensions of programs and scripts. They would run when somebody opens them, or when a web server
 * hosts them.
 */
const runEndings = 'exe bat cmd sh php asp aspx jsp cgi dll vbs jar ps1'.split(' ')

export type FileProblem = 'empty' | 'too_large' | 'runs' | 'no_picture' | 'type'

/** Returns the reason to reject a file before its upload, or null if it is acceptable. */
export function fileProblem(
  { name, type, size }: { name: string; type: string; size: number },
  {
    limit,
    entityType,
    isOfPictures = !acceptsAnyFile(entityType),
  }: { limit: number; entityType: FileEntityType; isOfPictures?: boolean | undefined },
): FileProblem | null {
  if (size < 1) return 'empty'
  if (size > limit) return 'too_large'
  if (isOfPictures) return isPictureType(type) ? null : 'no_picture'
  if (runEndings.includes(fileNameExtension(name))) return 'runs'
  return attachmentTypes.has(type) ? null : 'type'
}

export function isAttachmentEntityType(entityType: FileEntityType): boolean {
  return entityType === 'ISSUE_ATTACHMENT' || entityType === 'DRAFT_ISSUE_ATTACHMENT'
}

/**
 * Returns true if files that are not pictures are allowed, as for attachments and texts. For all other entity types,
 * only pictures are allowed.
 */
export function acceptsAnyFile(entityType: FileEntityType): boolean {
  const texts: readonly FileEntityType[] = [...embeddedFileEntityTypes, 'DRAFT_ISSUE_DESCRIPTION']
  return isAttachmentEntityType(entityType) || texts.includes(entityType)
}

/**
 * Returns whether the user may delete an attachment. Only admins and the user who attached it may do so,
 * although everybody who sees the item can attach files.
 */
export function canDeleteAttachment(
  actor: { user_id: string; role: Role | null },
  attachment: { created_by: string | null },
): boolean {
  return (
    hasRoleAtLeast(actor.role, role.admin) || (actor.role !== null && attachment.created_by === actor.user_id)
  )
}

/** Returns the address of a public picture, which can be read without permission. */
export function publicPictureUrl(id: string): string {
  return `${publicPicturesPath}${id}/`
}

/** The beginning of the address of an uploaded public picture. */
export const publicPicturesPath = '/api/assets/v2/static/'

/** Returns the id of an uploaded public picture, or null for an external address. */
export function publicPictureId(url: string | null): string | null {
  const id = url?.startsWith(publicPicturesPath)
    ? url.slice(publicPicturesPath.length).replace(/\/$/, '')
    : ''
  return isId(id ?? '') ? (id ?? null) : null
}

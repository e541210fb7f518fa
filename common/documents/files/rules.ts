import { endingOf } from '../../platform/file-name.ts'
import { isId } from '../../platform/ids.ts'
import { atLeast, type Role, role } from '../../platform/roles.ts'
import { attachmentTypes, isPicture } from './file-types.ts'

/** What a file of a person, of a workspace or of a project is for, by which it is decided who sees it. */
export const userEntityTypes = ['USER_AVATAR', 'USER_COVER'] as const
export const workspaceEntityTypes = [
  'DRAFT_ISSUE_ATTACHMENT',
  'DRAFT_ISSUE_DESCRIPTION',
  'PAGE_DESCRIPTION',
  'WORKSPACE_LOGO',
] as const
/** Texts that pictures and other files stand in. */
export const textEntityTypes = [
  'ISSUE_DESCRIPTION',
  'COMMENT_DESCRIPTION',
  'PAGE_DESCRIPTION',
  'TEMPLATE_DESCRIPTION',
] as const
export type TextEntityType = (typeof textEntityTypes)[number]
export const projectEntityTypes = [...textEntityTypes, 'PROJECT_COVER'] as const
export type EntityType =
  | 'ISSUE_ATTACHMENT'
  | (typeof userEntityTypes)[number]
  | (typeof workspaceEntityTypes)[number]
  | (typeof projectEntityTypes)[number]

/** Pictures of people, workspaces and projects: whoever is shown the name is shown the picture, invited strangers among them. */
export const openTypes: readonly EntityType[] = [
  'USER_AVATAR',
  'USER_COVER',
  'WORKSPACE_LOGO',
  'PROJECT_COVER',
]

/** Pixels of the longer side with which these are kept, since nothing shows them larger. Others keep their size. */
export const keptWithin: Partial<Record<EntityType, number>> = {
  USER_AVATAR: 256,
  WORKSPACE_LOGO: 256,
  USER_COVER: 1600,
  PROJECT_COVER: 1600,
}

/** Widths in which larger pictures are offered besides: of a person beside words, of a thumbnail, and of a text or a viewer. */
export const pictureWidths = [128, 320, 1280] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** Those that pictures of a kind are shown in. */
export function widthsOf(type: EntityType): readonly PictureWidth[] {
  if (type === 'USER_AVATAR' || type === 'WORKSPACE_LOGO') return [128]
  return openTypes.includes(type) ? [320] : [320, 1280]
}

/** Names that end so are run by whoever opens them, or by a server on which they are put. */
const runEndings = 'exe bat cmd sh php asp aspx jsp cgi dll vbs jar ps1'.split(' ')

export type FileProblem = 'empty' | 'too_large' | 'runs' | 'no_picture' | 'type'

/** Why a file is not taken, before any of it is sent; null when it is. */
export function fileProblem(
  { name, type, size }: { name: string; type: string; size: number },
  {
    limit,
    entityType,
    isOfPictures = !takesFiles(entityType),
  }: { limit: number; entityType: EntityType; isOfPictures?: boolean | undefined },
): FileProblem | null {
  if (size < 1) return 'empty'
  if (size > limit) return 'too_large'
  if (isOfPictures) return isPicture(type) ? null : 'no_picture'
  if (runEndings.includes(endingOf(name))) return 'runs'
  return attachmentTypes.has(type) ? null : 'type'
}

export function isAttachment(entityType: EntityType): boolean {
  return entityType === 'ISSUE_ATTACHMENT' || entityType === 'DRAFT_ISSUE_ATTACHMENT'
}

/** Whether it may be a file of any kind, and not a picture alone: what is attached, and what stands in a text. */
export function takesFiles(entityType: EntityType): boolean {
  const texts: readonly EntityType[] = [...textEntityTypes, 'DRAFT_ISSUE_DESCRIPTION']
  return isAttachment(entityType) || texts.includes(entityType)
}

/** Attaching is open to all who see the item, as commenting is; taking away is for admins and whoever attached it. */
export function canDeleteAttachment(
  actor: { user_id: string; role: Role | null },
  attachment: { created_by: string | null },
): boolean {
  return atLeast(actor.role, role.admin) || (actor.role !== null && attachment.created_by === actor.user_id)
}

/** Where a picture is read that is open to all. */
export function openPictureUrl(id: string): string {
  return `${openPictures}${id}/`
}

/** Begins the address of a picture that was sent here, and is offered in several widths. */
export const openPictures = '/api/assets/v2/static/'

/** The id of a picture that was sent here; null for one elsewhere. */
export function openPictureId(url: string | null): string | null {
  const id = url?.startsWith(openPictures) ? url.slice(openPictures.length).replace(/\/$/, '') : ''
  return isId(id ?? '') ? (id ?? null) : null
}

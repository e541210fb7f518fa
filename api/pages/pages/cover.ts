import { isPictureType } from '#common/documents/files/file-types.ts'
import { embeddedFileEntityTypes } from '#common/documents/files/rules.ts'
import { invalid } from '#common/platform/errors.ts'
import { canReadFile } from '../../access/files.ts'
import { FileAssetEntity } from '../../documents/files/entity.ts'
import { attachPicturesToText } from '../../documents/files/texts.ts'
import { type PageContext, pageContextProjectId } from './container.ts'
import type { Page } from './entity.ts'

/**
 * Returns true if the file is an uploaded picture that the caller can see, and if the picture was uploaded for a
 * text, such as a page or a comment. Other pictures, such as profile pictures, cannot be covers, because the file
 * routes check access to a cover in the same way as access to the pictures in the text of the page.
 */
export async function canBePageCover(ctx: PageContext, id: string): Promise<boolean> {
  const file = await ctx.em.findOne(FileAssetEntity, {
    id,
    workspace_id: ctx.workspace.id,
    entity_type: { $in: [...embeddedFileEntityTypes, 'DRAFT_ISSUE_DESCRIPTION'] },
    uploaded_at: { $ne: null },
    deleted_at: null,
  })
  return (
    file !== null && isPictureType(file.attributes.type) && (await canReadFile(ctx.em, ctx.user.id, file))
  )
}

export async function assertValidCover(ctx: PageContext, cover: string | null | undefined): Promise<void> {
  if (cover && !(await canBePageCover(ctx, cover))) throw invalid('view_props', 'Image not found.')
}

/** Returns the cover of a template, or null if its picture no longer exists or the caller cannot see it. */
export async function getReadableCover(
  ctx: PageContext,
  cover: string | null | undefined,
): Promise<string | null | undefined> {
  return cover && !(await canBePageCover(ctx, cover)) ? null : cover
}

/** Assigns the cover picture to the page, so that everybody who sees the page can load the picture. */
export async function attachCover(
  ctx: PageContext,
  { id }: Pick<Page, 'id'>,
  cover: string | null | undefined,
): Promise<void> {
  if (!cover) return
  await attachPicturesToText(
    ctx,
    { entity_type: 'PAGE_DESCRIPTION', id, project_id: pageContextProjectId(ctx) },
    [cover],
  )
}

import { isPicture } from '#common/documents/files/file-types.ts'
import { textEntityTypes } from '#common/documents/files/rules.ts'
import { invalid } from '#common/platform/errors.ts'
import { canReadFile } from '../../access/files.ts'
import { FileAssetEntity } from '../../documents/files/entity.ts'
import { keepPictures } from '../../documents/files/texts.ts'
import { type PageContext, projectIdOfPages } from './container.ts'
import type { Page } from './entity.ts'

/** A picture that has arrived, of a text that the caller sees: it is shown by the same door as those in the page's own text. */
export async function canBeCover(ctx: PageContext, id: string): Promise<boolean> {
  const file = await ctx.em.findOne(FileAssetEntity, {
    id,
    workspace_id: ctx.workspace.id,
    entity_type: { $in: [...textEntityTypes, 'DRAFT_ISSUE_DESCRIPTION'] },
    uploaded_at: { $ne: null },
    deleted_at: null,
  })
  return file !== null && isPicture(file.attributes.type) && (await canReadFile(ctx.em, ctx.user.id, file))
}

export async function refuseCover(ctx: PageContext, cover: string | null | undefined): Promise<void> {
  if (cover && !(await canBeCover(ctx, cover))) throw invalid('view_props', 'There is no such picture.')
}

/** A page begins without a cover that is gone by then, as where a template names it, or that its maker does not see. */
export async function usableCover(
  ctx: PageContext,
  cover: string | null | undefined,
): Promise<string | null | undefined> {
  return cover && !(await canBeCover(ctx, cover)) ? null : cover
}

/** Whoever sees the page sees its cover. */
export async function attachCover(
  ctx: PageContext,
  { id }: Pick<Page, 'id'>,
  cover: string | null | undefined,
): Promise<void> {
  if (!cover) return
  await keepPictures(ctx, { entity_type: 'PAGE_DESCRIPTION', id, project_id: projectIdOfPages(ctx) }, [cover])
}

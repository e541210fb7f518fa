import { canManagePage } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { isPageInContainer, type PageContext, pageActor } from './container.ts'
import { PageEntity } from './entity.ts'
import { loadPage, savePage } from './load.ts'
import { removePublication } from './publication.ts'
import { createRestoreParentCheck, lockPageTree } from './tree.ts'

/**
 * Moves a page to the trash. Its sub-pages move to the top level. The page need not be archived first,
 * because it can be restored with its text and position.
 */
export async function deletePage(ctx: PageContext, id: string): Promise<undefined> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActor(ctx), page)) throw forbidden('Only admin or owner can delete the page')
  const children = await ctx.em.find(PageEntity, { parent: id, deleted_at: null })
  for (const child of children) Object.assign(child, { parent: null, updated_by: ctx.user.id })
  page.left_child_ids = children.map((child) => child.id)
  page.deleted_at = new Date()
  removePublication(ctx, page)
  await savePage(ctx, page)
}

/**
 * Restores a page to its old position if possible, and moves its former children below it again if they are still at
 * the top level. A page that is not in the trash stays unchanged.
 */
export async function restorePage(ctx: PageContext, id: string): Promise<PageResponse> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id, { trashed: true })
  if (!canManagePage(pageActor(ctx), page)) throw forbidden()
  if (page.deleted_at !== null && page.deleted_at.getTime() < oldestRestorableDeletion(Date.now()))
    throw notFound()
  await ctx.em.populate(page, ['left_child_ids'])
  const fits = await createRestoreParentCheck(ctx)
  if (page.parent !== null) {
    const parent = await ctx.em.findOne(PageEntity, { id: page.parent, deleted_at: null })
    const isStill =
      parent && isPageInContainer(ctx, parent) && (parent.archived_at === null || page.archived_at !== null)
    if (!isStill || !fits(page, page.parent)) page.parent = null
  }
  if (page.parent === null) fits(page, null)
  const left = { id: { $in: page.left_child_ids ?? [] }, parent: null, deleted_at: null }
  const children = await ctx.em.find(PageEntity, left)
  for (const child of children.filter((one) => isPageInContainer(ctx, one) && fits(one, id)))
    Object.assign(child, { parent: id, updated_by: ctx.user.id })
  Object.assign(page, { left_child_ids: [], deleted_at: null })
  return savePage(ctx, page)
}

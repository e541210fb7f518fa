import { canManagePage } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { isPageInContainer, type PageContext, pageActor } from './container.ts'
import { type Page, PageEntity } from './entity.ts'
import { loadPage, savePage } from './load.ts'
import { removePublication, tryJoinPublishedTree } from './publication.ts'
import { createRestoreParentCheck, lockDescendantPages, lockPageTree } from './tree.ts'

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
 * the top level. A page that would become public there stays at the top level, unless the caller may publish it. A page
 * that is not in the trash stays unchanged.
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
    const isPossible = isStill && (await canReturn(ctx, page, page.parent, fits))
    if (!isPossible) page.parent = null
  }
  if (page.parent === null) fits(page, null)
  const left = { id: { $in: page.left_child_ids ?? [] }, parent: null, deleted_at: null }
  const children = await ctx.em.find(PageEntity, left)
  for (const child of children) {
    if (isPageInContainer(ctx, child) && (await canReturnBelow(ctx, page, child, fits)))
      Object.assign(child, { parent: id, updated_by: ctx.user.id })
  }
  Object.assign(page, { left_child_ids: [], deleted_at: null })
  return savePage(ctx, page)
}

type FitsBelow = Awaited<ReturnType<typeof createRestoreParentCheck>>

/**
 * Returns false if the page does not fit below its old parent, or would become public there although the caller may not
 * publish it.
 */
async function canReturn(ctx: PageContext, page: Page, parent: string, fits: FitsBelow): Promise<boolean> {
  const isPossible = () => fits(page, parent)
  if (page.deleted_at === null) return isPossible()
  return tryJoinPublishedTree(ctx, page, { parent, below: [] }, isPossible)
}

/** Like `canReturn`, for a former child and its sub-pages. */
async function canReturnBelow(ctx: PageContext, page: Page, child: Page, fits: FitsBelow): Promise<boolean> {
  const isPossible = () => fits(child, page.id)
  if (page.parent === null) return isPossible()
  const below = await lockDescendantPages(ctx, child.id)
  return tryJoinPublishedTree(ctx, child, { parent: page.parent, via: [page], below }, isPossible)
}

import { canManagePage } from '#common/pages/pages/rules.ts'
import { forbidden } from '#common/platform/errors.ts'
import { type PageContext, pageActor } from './container.ts'
import { PageEntity } from './entity.ts'
import { loadPage } from './load.ts'
import { lockDescendantPages, lockPageTree } from './tree.ts'

/**
 * Archives a page with all its descendants, including private pages of other users. The date of pages that
 * are already archived does not change.
 */
export async function archivePage(ctx: PageContext, id: string): Promise<{ archived_at: string | null }> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActor(ctx), page)) throw forbidden('Only the owner or admin can archive the page')
  if (page.archived_at === null) {
    const now = new Date()
    for (const one of [page, ...(await lockDescendantPages(ctx, id))]) {
      if (one.archived_at === null) Object.assign(one, { archived_at: now, updated_by: ctx.user.id })
    }
    await ctx.em.flush()
  }
  return { archived_at: page.archived_at?.toISOString() ?? null }
}

/**
 * Restores a page and the descendants that were archived together with it, which have the same `archived_at`.
 * Descendants that were archived earlier stay archived. If the parent is archived, the page moves to the top level,
 * where it can be found.
 */
export async function unarchivePage(ctx: PageContext, id: string): Promise<undefined> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActor(ctx), page)) throw forbidden('Only the owner or admin can un-archive the page')
  const since = page.archived_at?.getTime()
  if (since === undefined) return
  const parent = page.parent === null ? null : await ctx.em.findOne(PageEntity, { id: page.parent })
  if (parent?.archived_at != null) page.parent = null
  for (const one of [page, ...(await lockDescendantPages(ctx, id))]) {
    if (one.archived_at?.getTime() === since)
      Object.assign(one, { archived_at: null, updated_by: ctx.user.id })
  }
  await ctx.em.flush()
}

import { canManagePage } from '#common/pages/pages/rules.ts'
import { forbidden } from '#common/platform/errors.ts'
import { type PageContext, pageActorOf } from './container.ts'
import { PageEntity } from './entity.ts'
import { loadPage } from './load.ts'
import { lockPageTree, pagesBelow } from './tree.ts'

/** With all that stand below it, also what others keep private there: nothing of a tree is left over. What is in the archive already stays as it is. */
export async function archivePage(ctx: PageContext, id: string): Promise<{ archived_at: string | null }> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActorOf(ctx), page)) throw forbidden('Only the owner or admin can archive the page')
  if (page.archived_at === null) {
    const now = new Date()
    for (const one of [page, ...(await pagesBelow(ctx, id))]) {
      if (one.archived_at === null) Object.assign(one, { archived_at: now, updated_by: ctx.user.id })
    }
    await ctx.em.flush()
  }
  return { archived_at: page.archived_at?.toISOString() ?? null }
}

/**
 * With those below that were archived with it, which have the same moment. What had been archived by itself before stays, so that this takes
 * back what archiving did and no more. Below a page that is in the archive nothing is found, so it comes to the top.
 */
export async function unarchivePage(ctx: PageContext, id: string): Promise<undefined> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActorOf(ctx), page))
    throw forbidden('Only the owner or admin can un-archive the page')
  const since = page.archived_at?.getTime()
  if (since === undefined) return
  const parent = page.parent === null ? null : await ctx.em.findOne(PageEntity, { id: page.parent })
  if (parent?.archived_at != null) page.parent = null
  for (const one of [page, ...(await pagesBelow(ctx, id))]) {
    if (one.archived_at?.getTime() === since)
      Object.assign(one, { archived_at: null, updated_by: ctx.user.id })
  }
  await ctx.em.flush()
}

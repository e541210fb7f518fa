import { LockMode } from '@mikro-orm/postgresql'
import { canSeePage } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { isPageInContainer, type PageContext, pageActor } from './container.ts'
import { type Page, PageEntity } from './entity.ts'
import { presentPage } from './present-page.ts'

/**
 * Loads a page, and locks it if `isChanged` is true. The lock prevents concurrent changes of the page's
 * visibility, because the visibility decides who receives the change.
 */
export async function loadPage(
  ctx: PageContext,
  id: string,
  { trashed = false, isChanged = true } = {},
): Promise<Page> {
  const page = await ctx.em.findOne(
    PageEntity,
    { id, workspace_id: ctx.workspace.id, ...(!trashed && { deleted_at: null }) },
    isChanged ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {},
  )
  if (!page || !isPageInContainer(ctx, page) || !canSeePage(pageActor(ctx), page)) throw notFound()
  return page
}

export async function savePage(ctx: PageContext, page: Page): Promise<PageResponse> {
  page.updated_by = ctx.user.id
  await ctx.em.flush()
  return presentPage(page)
}

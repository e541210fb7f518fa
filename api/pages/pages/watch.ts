import type { PageResponse } from '#common/pages/pages/schema.ts'
import type { WatchScope } from '#common/pages/pages/watchers.ts'
import type { PageContext } from './container.ts'
import { loadPage } from './load.ts'
import { presentPage } from './present-page.ts'

/** Sets which edits of a page the caller is notified of. */
export async function watchPage(ctx: PageContext, id: string, scope: WatchScope): Promise<PageResponse> {
  const page = await loadPage(ctx, id)
  if (page.watchers[ctx.user.id] !== scope) {
    page.watchers = { ...page.watchers, [ctx.user.id]: scope }
    await ctx.em.flush()
  }
  return presentPage(page)
}

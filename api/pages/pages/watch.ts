import type { PageResponse } from '#common/pages/pages/schema.ts'
import { maxPageLevels } from '#common/pages/pages/tree.ts'
import { findWatchScope, maxPageWatchers, type WatchScope } from '#common/pages/pages/watchers.ts'
import { invalid } from '#common/platform/errors.ts'
import type { PageContext } from './container.ts'
import { type Page, PageEntity } from './entity.ts'
import { loadPage } from './load.ts'
import { presentPage } from './present-page.ts'

/**
 * Sets which edits of a page the caller is notified of. Null removes this setting, so that only the caller's settings
 * for the parent pages apply.
 */
export async function watchPage(
  ctx: PageContext,
  id: string,
  scope: WatchScope | null,
): Promise<PageResponse> {
  const page = await loadPage(ctx, id)
  const { [ctx.user.id]: before, ...others } = page.watchers
  const wanted = scope === 'off' && !(await isWatchedAbove(ctx, page)) ? undefined : (scope ?? undefined)
  if (wanted === before) return presentPage(page)
  if (wanted !== undefined && Object.keys(others).length >= maxPageWatchers)
    throw invalid('scope', `At most ${maxPageWatchers} people can watch a page.`)
  page.watchers = wanted === undefined ? others : { ...others, [ctx.user.id]: wanted }
  // Watching is not an edit, so the time and the author of the last edit stay unchanged.
  await ctx.em.flush()
  return presentPage(page)
}

/** Returns true if the user is notified of edits of the page because the user watches one of its parent pages. */
async function isWatchedAbove({ em, user }: PageContext, { id, watchers, parent }: Page): Promise<boolean> {
  const { [user.id]: _, ...others } = watchers
  const path = [{ id, watchers: others }]
  for (let next = parent; next !== null && path.length <= maxPageLevels; ) {
    const above: Page | null = await em.findOne(PageEntity, { id: next })
    if (above === null) break
    path.push(above)
    next = above.parent
  }
  return findWatchScope(user.id, path).above !== null
}

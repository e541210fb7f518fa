import type { pageCalls } from '#common/pages/pages/calls.ts'
import { type PageWatchRow, pageWatchRow } from '#common/pages/pages/schema.ts'
import { maxPageLevels } from '#common/pages/pages/tree.ts'
import { watchScopeToStore } from '#common/pages/pages/watches.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import type { PageContext } from './container.ts'
import { type Page, PageEntity } from './entity.ts'
import { loadPage } from './load.ts'
import { PageWatchEntity } from './watch-entity.ts'

/**
 * Sets which edits of a page the caller is notified of. Null removes this setting, so that only the caller's settings
 * for the parent pages apply.
 */
export async function watchPage(
  ctx: PageContext,
  page_id: string,
  { id, scope: chosen }: BodyOf<typeof pageCalls.watchPage>,
): Promise<{ watch: PageWatchRow | null }> {
  const { em, user, workspace } = ctx
  const page = await loadPage(ctx, page_id, { isChanged: false })
  // The lock prevents two rows for one page when a user sends two requests at the same time.
  await lockOwnMembership(ctx)
  const watches = await em.find(PageWatchEntity, { workspace_id: workspace.id, user_id: user.id })
  const scopes = new Map(watches.map((watch) => [watch.page_id, watch.scope]))
  const scope = watchScopeToStore(chosen, await pathOf(ctx, page), scopes)
  const before = watches.find((watch) => watch.page_id === page_id)
  if (scope === null) {
    if (before !== undefined) em.remove(before)
    await em.flush()
    return { watch: null }
  }
  const since = new Date()
  const watch =
    before ??
    em.create(PageWatchEntity, {
      ...{ id: id ?? newId(), workspace_id: workspace.id, user_id: user.id },
      ...{ page_id, scope, since },
    })
  if (watch.scope !== scope) em.assign(watch, { scope, since })
  await em.flush()
  return { watch: presentRow(pageWatchRow, watch) }
}

/** Returns the id of the page, followed by the ids of its ancestors. */
async function pathOf({ em }: PageContext, { id, parent }: Page): Promise<string[]> {
  const path = [id]
  for (let next = parent; next !== null && path.length <= maxPageLevels; ) {
    const above: Page | null = await em.findOne(PageEntity, { id: next })
    if (above === null) break
    path.push(above.id)
    next = above.parent
  }
  return path
}

export async function listPageWatches({ em, user, workspace }: WorkspaceContext): Promise<PageWatchRow[]> {
  const rows = await query(em)
    .selectFrom('page_watches')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  return rows.map((row) => presentRow(pageWatchRow, row))
}

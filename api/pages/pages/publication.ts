import type { pageCalls } from '#common/pages/pages/calls.ts'
import { canManagePage, canPublishPage } from '#common/pages/pages/rules.ts'
import type { PagePublication, PageResponse } from '#common/pages/pages/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden } from '#common/platform/errors.ts'
import { findPublishedTrees } from '../../access/published-pages.ts'
import { describePageForAudit } from '../../organization/audit/describe-page.ts'
import { type AuditEntry, addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { newPublicAnchor } from '../../work/views/deploy-board.ts'
import { type PageContext, pageActor } from './container.ts'
import type { Page } from './entity.ts'
import { loadPage, savePage } from './load.ts'

/**
 * Publishes a page by a link, or changes what the link shows. The link of a page that is already published
 * does not change. A user who publishes the page, or who changes whether sub-pages are public, becomes its
 * publisher. The permissions of the publisher limit which pages are public.
 */
export async function publishPage(
  ctx: PageContext,
  id: string,
  sent: BodyOf<typeof pageCalls.publishPage>,
): Promise<PageResponse> {
  const page = await loadPage(ctx, id)
  const actor = pageActor(ctx)
  if (!canManagePage(actor, page)) throw forbidden()
  if (page.access === 1) throw new AppError('conflict', 'Share the page before you publish it.')
  if (page.archived_at !== null) throw new AppError('conflict', 'Page is archived')
  if (!canPublishPage(actor, page)) throw forbidden()
  const before = page.publication
  const isNewPublisher = before === null || sent.has_sub_pages !== undefined
  const after: PagePublication = {
    anchor: before?.anchor ?? newPublicAnchor(),
    has_sub_pages: sent.has_sub_pages ?? before?.has_sub_pages ?? false,
    is_indexed: sent.is_indexed ?? before?.is_indexed ?? false,
    published_by: isNewPublisher ? ctx.user.id : before.published_by,
  }
  const changes = before === null ? {} : changedSettings(before, after)
  if (before === null) record(ctx, page, 'page.published')
  else if (Object.keys(changes).length > 0) record(ctx, page, 'page.publishing_changed', changes)
  page.publication = after
  return savePage(ctx, page)
}

/** Ends the publication. A page that is published again gets a new link. */
export async function unpublishPage(ctx: PageContext, id: string): Promise<PageResponse> {
  const page = await loadPage(ctx, id)
  if (!canManagePage(pageActor(ctx), page)) throw forbidden()
  removePublication(ctx, page)
  return savePage(ctx, page)
}

interface TreePlacement {
  parent: string
  /** The published trees to which the page belongs already. */
  before?: ReadonlyMap<string, unknown>
  /** The sub-pages that move together with the page. */
  below: readonly Page[]
  /** The pages between `parent` and the page, if these pages are restored together with the page. */
  via?: readonly Page[]
}

/**
 * Throws if the page becomes public below `parent`, and the caller may not publish the page and all pages of `below`.
 * Adds an audit entry if the page becomes public.
 */
export async function joinPublishedTree(
  ctx: PageContext,
  page: Page,
  placement: TreePlacement,
): Promise<void> {
  if (!(await tryJoinPublishedTree(ctx, page, placement)))
    throw new AppError('forbidden', 'You can’t move pages below a public page if you can’t publish them.')
}

/**
 * Like `joinPublishedTree`, but returns false instead of throwing. `isPossible` decides last whether the page can move
 * below `parent`, so that a page that does not move gets no audit entry.
 */
export async function tryJoinPublishedTree(
  ctx: PageContext,
  page: Page,
  { parent, before, below, via = [] }: TreePlacement,
  isPossible: () => boolean = () => true,
): Promise<boolean> {
  if (page.access === 1 || page.archived_at !== null) return isPossible()
  const joined = [...(await findPublishedTrees(ctx.em, parent))].filter(([id]) => !before?.has(id))
  const isPublic = (one: Page) =>
    joined.some(([, publisher]) => [...via, one].every((shown) => canPublishPage(publisher, shown)))
  if (!isPublic(page)) return isPossible()
  const publicPages = [page, ...below].filter(isPublic)
  if (!publicPages.every((one) => canPublishPage(pageActor(ctx), one)) || !isPossible()) return false
  record(ctx, page, 'page.published')
  return true
}

/** Removes the public link, so that a page that is shared or restored later does not become public again. */
export function removePublication(ctx: Pick<PageContext, 'em'>, page: Page): void {
  if (page.publication === null) return
  record(ctx, page, 'page.unpublished')
  page.publication = null
}

const settings = ['has_sub_pages', 'is_indexed'] as const

function changedSettings(before: PagePublication, after: PagePublication): AuditEntry['changes'] & object {
  const changed = settings.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
}

function record(
  { em }: Pick<PageContext, 'em'>,
  page: Page,
  action: 'page.published' | 'page.publishing_changed' | 'page.unpublished',
  changes?: AuditEntry['changes'],
): void {
  addAuditEntry(em, { action, ...describePageForAudit(page), ...(changes && { changes }) })
}

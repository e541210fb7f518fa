import type { pageCalls } from '#common/pages/pages/calls.ts'
import { canManagePage } from '#common/pages/pages/rules.ts'
import type { PageResponse } from '#common/pages/pages/schema.ts'
import { maxPageShares, type PageShareRole } from '#common/pages/pages/shares.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import { mentionableUsers, selectWorkspaceMemberIds } from '../../access/people.ts'
import { describePageForAudit } from '../../organization/audit/describe-page.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { type PageContext, pageActor, pageContextProjectId } from './container.ts'
import type { Page } from './entity.ts'
import { loadPage } from './load.ts'
import { presentPage } from './present-page.ts'
import { rebroadcastPageRows } from './rebroadcast.ts'
import { lockDescendantPages, lockPageTree } from './tree.ts'

/**
 * Shares a page with one person, or changes the person's role. By default, the sub-pages that the caller manages are
 * shared too.
 */
export async function sharePage(
  ctx: PageContext,
  id: string,
  { user_id, role, with_sub_pages = true }: BodyOf<typeof pageCalls.sharePage>,
): Promise<PageResponse> {
  return changeShares(ctx, id, { user_id, role, with_sub_pages })
}

export async function unsharePage(
  ctx: PageContext,
  id: string,
  user_id: string,
  { with_sub_pages = true }: { with_sub_pages?: boolean | undefined },
): Promise<PageResponse> {
  return changeShares(ctx, id, { user_id, role: null, with_sub_pages })
}

interface ShareChange {
  user_id: string
  /** The new role, or null to stop sharing the page with the user. */
  role: PageShareRole | null
  with_sub_pages: boolean
}

async function changeShares(ctx: PageContext, id: string, change: ShareChange): Promise<PageResponse> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id)
  const actor = pageActor(ctx)
  const seesOwn = await seesOwnPages(ctx, change.user_id)
  if (!canManagePage(actor, page)) throw forbidden()
  if (page.archived_at !== null) throw new AppError('conflict', 'Page is archived')
  if (change.role === null && page.shares[change.user_id] === undefined) throw notFound()
  const isNeeded = (one: Page) => one.owned_by !== change.user_id || !seesOwn
  if (change.role !== null && isNeeded(page)) await assertCanReceivePage(ctx, change.user_id)
  const below = change.with_sub_pages
    ? findDescendantPages(id, await lockDescendantPages(ctx, id)).filter((one) => canManagePage(actor, one))
    : []
  const affected = [page, ...below].filter((one) => change.role === null || isNeeded(one))
  if (change.role !== null) assertBelowShareLimit(affected, change.user_id)
  const changed = affected.filter((one) => setShare(ctx, one, change))
  await ctx.em.flush()
  await rebroadcastPageRows(
    ctx.em,
    changed.map((one) => one.id),
  )
  return presentPage(page)
}

/**
 * Shares the page with a user, or changes the user's role. If `role` is null, ends the sharing. Returns true if the
 * page changed.
 */
function setShare(ctx: PageContext, page: Page, { user_id, role }: ShareChange): boolean {
  const before = page.shares[user_id] ?? null
  if (before === role) return false
  const { [user_id]: _, ...others } = page.shares
  page.shares = role === null ? others : { ...others, [user_id]: role }
  page.updated_by = ctx.user.id
  addAuditEntry(ctx.em, {
    action: role === null ? 'page.unshared' : 'page.shared',
    ...describePageForAudit(page),
    facts: { user_id, ...(role !== null && { share_role: role }) },
  })
  return true
}

/**
 * Throws unless the page can be shared with the person. Sharing a page gives nobody access to its project or
 * workspace, so the person must already have this access.
 */
async function assertCanReceivePage(ctx: PageContext, userId: string): Promise<void> {
  if (!(await hasContainerAccess(ctx, userId)))
    throw invalid('user_id', 'This person cannot be added to the page.')
}

/** Throws if the limit of people would be exceeded for one of the pages. */
function assertBelowShareLimit(pages: readonly Page[], userId: string): void {
  const isFull = ({ shares }: Page) =>
    shares[userId] === undefined && Object.keys(shares).length >= maxPageShares
  if (pages.some(isFull))
    throw invalid('user_id', `A page can be shared with at most ${maxPageShares} people.`)
}

/**
 * Returns whether the user sees the pages that they own without a share. Guests of the workspace do not see the
 * workspace pages that they created as a member.
 */
export async function seesOwnPages(ctx: PageContext, userId: string): Promise<boolean> {
  if (pageContextProjectId(ctx) !== null) return true
  const found = await selectWorkspaceMemberIds(ctx.em, ctx.workspace.id, role.member)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

async function hasContainerAccess(ctx: PageContext, userId: string): Promise<boolean> {
  const projectId = pageContextProjectId(ctx)
  if (projectId !== null)
    return (await mentionableUsers(ctx.em, projectId, ctx.workspace.id, [userId])).length > 0
  const found = await selectWorkspaceMemberIds(ctx.em, ctx.workspace.id, role.guest)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

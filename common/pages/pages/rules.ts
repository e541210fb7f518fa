import { maxPageNameLength } from '../../documents/content/title.ts'
import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import type { PageShareRole, PageShares } from './shares.ts'

/** File formats of an export. */
export const pageFormats = ['html', 'markdown'] as const
export type PageFormat = (typeof pageFormats)[number]

/** Maximum number of pages in one exported archive. */
export const maxExportedPages = 1000

/** Maximum number of back links that the API returns, newest first. */
export const maxBackLinks = 500

interface Actor {
  user_id: string
  /**
   * The highest role of the user in the page's projects. For a page that belongs to no project, see
   * `workspacePageActor`.
   */
  role: Role | null
  /**
   * False for guests with restricted access, who see only pages that they own or that are shared with them
   * individually.
   */
  sees_all: boolean
  /**
   * True for a guest of the workspace, who sees only those workspace pages that are shared with the guest individually,
   * and not even pages that the guest created as a member.
   */
  has_only_shares?: boolean
}

/** The fields of a page that decide who may manage and publish it. */
interface ManagedPage {
  owned_by: string
  access: 0 | 1
  archived_at: unknown
}

interface Page extends ManagedPage {
  is_locked: boolean
  shares: PageShares
}

/** Returns the actor for a page that belongs to no project, with the workspace role. */
export function workspacePageActor(user_id: string, workspaceRole: Role | null) {
  const isMember = hasRoleAtLeast(workspaceRole, role.member)
  return { user_id, role: workspaceRole, sees_all: isMember, has_only_shares: !isMember }
}

/** Maximum number of sub-pages that are copied with a page. */
export const maxCopiedSubPages = 100

/**
 * Returns the name of the copy of a page, such as "Plan (Copy)", and shortens the name to the maximum length.
 * `copyOf` adds the text "(Copy)" in the user's language.
 */
export function nameOfPageCopy(name: string, copyOf: (name: string) => string): string {
  return copyOf(name.slice(0, maxPageNameLength - copyOf('').length))
}

export function canCreatePages(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

export function canSeePage(actor: Actor, page: Page): boolean {
  return seesPageWithoutShare(actor, page) || shareRoleOf(actor, page) !== null
}

/**
 * Returns whether the user would see the page without a share for this user: as its owner, or because the page is
 * shared with everybody in the project or workspace. A guest of the workspace sees no page of the workspace without a
 * share.
 */
export function seesPageWithoutShare(actor: Actor, page: ManagedPage): boolean {
  if (actor.role === null) return false
  return isOwner(actor, page) || (page.access === 0 && actor.sees_all)
}

/**
 * Returns the role with which the page is shared individually with the user, or null if it is not. Only people with
 * a role in the project or workspace of the page can use it, so that sharing a page never gives access to a
 * project.
 */
export function shareRoleOf(actor: Actor, { shares }: Pick<Page, 'shares'>): PageShareRole | null {
  return actor.role === null ? null : (shares[actor.user_id] ?? null)
}

export function canEditPage(actor: Actor, page: Page): boolean {
  if (actor.role === null) return false
  if (isOwner(actor, page) || shareRoleOf(actor, page) === 'write') return true
  return page.access === 0 && hasRoleAtLeast(actor.role, role.member)
}

/**
 * Returns whether the user may move the page within its tree. Everybody who can edit a page that is not private may
 * move it. Only its owner may move a private page, because another person could move it below a page that the owner
 * cannot see. Guests who see only pages that are shared with them may not, because they do not see the tree.
 */
export function canPlacePage(actor: Actor, page: Page): boolean {
  if (actor.has_only_shares === true) return false
  return canEditPage(actor, page) && (page.access === 0 || isOwner(actor, page))
}

/** Returns whether the user may edit the text. Nobody may edit the text of a locked or archived page. */
export function canEditPageContent(actor: Actor, page: Page): boolean {
  return page.archived_at === null && !page.is_locked && canEditPage(actor, page)
}

/**
 * Returns whether the user may move a page to another project or out of all projects. Everybody who can manage the
 * page may. The permission in the target is checked separately.
 */
export function canMovePage(actor: Actor, page: ManagedPage): boolean {
  return canManagePage(actor, page)
}

/**
 * Returns whether the user may lock, share, archive and delete a page. Its owner may, and so may admins who see the page
 * even if it is not shared with them individually.
 */
export function canManagePage(actor: Actor, page: ManagedPage): boolean {
  return seesPageWithoutShare(actor, page) && (isOwner(actor, page) || hasRoleAtLeast(actor.role, role.admin))
}

/**
 * Returns whether the user may publish a page. Members and admins may if they can manage it. Sub-pages follow the same
 * rule, so that a public tree contains no page that the user could not publish alone. Nobody can publish a private or
 * archived page.
 */
export function canPublishPage(actor: Actor, page: ManagedPage): boolean {
  return (
    canManagePage(actor, page) &&
    hasRoleAtLeast(actor.role, role.member) &&
    page.access === 0 &&
    page.archived_at === null
  )
}

function isOwner(actor: Actor, page: ManagedPage): boolean {
  return actor.has_only_shares !== true && page.owned_by === actor.user_id
}

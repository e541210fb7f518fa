import { pageNameLength } from '../../documents/content/title.ts'
import { atLeast, type Role, role } from '../../platform/roles.ts'

/** As what a page is exported. */
export const pageFormats = ['html', 'markdown'] as const
export type PageFormat = (typeof pageFormats)[number]

/** Pages that one archive takes. */
export const mostPagesExported = 1000

/** What links to a page that is told at once, the newest. */
export const mostBackLinks = 500

interface Actor {
  user_id: string
  /** The highest role that the person holds in the page's projects; of a page of the workspace itself, what `actorInWorkspace` says. */
  role: Role | null
  /** False for a guest who sees only what is theirs. */
  sees_all: boolean
}

interface Page {
  owned_by: string
  access: 0 | 1
  is_locked: boolean
  archived_at: unknown
}

/**
 * Whom the rules below are asked about where a page belongs to no project: members and admins by their role in the workspace. Guests work in
 * the projects that they were let into, and these pages are not there for them, not even one that they made as a member.
 */
export function actorInWorkspace(user_id: string, held: Role | null): Actor {
  const isMember = atLeast(held, role.member)
  return { user_id, role: isMember ? held : null, sees_all: isMember }
}

/** Sub-pages that are copied along with a page. */
export const mostSubPagesCopied = 100

/** What a copy is called. */
export function copyName(name: string): string {
  const end = ' (Copy)'
  return `${name.slice(0, pageNameLength - end.length)}${end}`
}

export function canCreatePages(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

export function canSeePage(actor: Actor, page: Page): boolean {
  if (actor.role === null) return false
  return isOwner(actor, page) || (page.access === 0 && actor.sees_all)
}

export function canEditPage(actor: Actor, page: Page): boolean {
  if (actor.role === null) return false
  return isOwner(actor, page) || (page.access === 0 && atLeast(actor.role, role.member))
}

/** Its text, beyond its name: nobody writes into a locked or archived page. */
export function canEditPageContent(actor: Actor, page: Page): boolean {
  if (page.archived_at !== null || page.is_locked || actor.role === null) return false
  return isOwner(actor, page) || (page.access === 0 && atLeast(actor.role, role.member))
}

/** To another project or the workspace itself, where they must be a member too. */
export function canMovePage(actor: Actor, page: Page): boolean {
  return canCreatePages(actor) && canEditPage(actor, page)
}

/** Lock, archive, delete. */
export function canManagePage(actor: Actor, page: Page): boolean {
  return canSeePage(actor, page) && (isOwner(actor, page) || atLeast(actor.role, role.admin))
}

function isOwner(actor: Actor, page: Page): boolean {
  return page.owned_by === actor.user_id
}

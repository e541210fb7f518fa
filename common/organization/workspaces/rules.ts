import { type Role, role } from '../../platform/roles.ts'
import { containsHiddenCharacters, containsUrl } from '../../platform/text.ts'

/** Names of routes, which cannot be slugs, so that `/{slug}` never hides a screen. */
const reservedSlugs = new Set(
  `404 accounts api create-workspace god-mode installations invitations onboarding profile spaces workspace-invitations password flags
  monitor monitoring ingest enterprise disco silo chat calendar drive channels upgrade billing sign-in sign-up signin signup config live
  admin m mcp import importers integrations integration configuration initiatives initiative workflow workflows epics epic story mobile
  dashboard desktop onload real-time one pages issues business pro settings license licenses instances instance auth documents assets ui
  healthz readyz metrics login register logout help support tandem static public favicon covers`.split(/\s+/),
)

/** Number of days in which a deleted workspace can be restored. */
export const deletedWorkspaceRetentionDays = 30

/** Returns the time at which a deleted workspace is purged. */
export function deletedWorkspacePurgeDate(deleted_at: Date): Date {
  return new Date(deleted_at.getTime() + deletedWorkspaceRetentionDays * 86_400_000)
}

export const maxWorkspaceNameLength = 80
export const maxWorkspaceSlugLength = 48

/** Returns the key of the message for the problem with a name, or null if the name is valid. */
export function workspaceNameProblem(name: string): 'required' | 'too_long' | 'url' | 'characters' | null {
  const text = name.trim()
  if (text === '') return 'required'
  if (text.length > maxWorkspaceNameLength) return 'too_long'
  if (containsUrl(text)) return 'url'
  return /^[\p{L}\p{M}\p{N} _'&.-]+$/u.test(text) && !containsHiddenCharacters(text) ? null : 'characters'
}

export function workspaceSlugProblem(
  slug: string,
): 'required' | 'too_long' | 'characters' | 'reserved' | null {
  if (slug === '') return 'required'
  if (slug.length > maxWorkspaceSlugLength) return 'too_long'
  if (!/^[a-z0-9_-]+$/.test(slug)) return 'characters'
  return reservedSlugs.has(slug) ? 'reserved' : null
}

/** Maps letters that Unicode does not decompose to their usual spelling in a–z. */
const latinSpellings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Suggests a slug (the workspace's name in addresses) for the name. */
export function suggestSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => latinSpellings[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxWorkspaceSlugLength)
}

export const organizationSizes = ['Just myself', '2-10', '11-50', '51-200', '201-500', '500+'] as const

/**
 * Returns whether the user may create an invitation with the role `wanted`, or change the role of an invitation
 * from `offered` to `wanted`. Members cannot offer a role above their own, and cannot change an invitation with
 * such a role.
 */
export function canOfferRole(actor: Role, offered: Role | null, wanted: Role): boolean {
  return actor === role.admin || (wanted <= actor && (offered === null || offered <= actor))
}

/**
 * Returns whether the user may create an open invitation. Only admins can create one, and it cannot grant the
 * admin role.
 */
export function canCreateOpenInvitation(actor: Role, wanted: Role): boolean {
  return actor === role.admin && wanted < role.admin
}

export const invitationValidityDays = 14

/** Maximum number of projects that a person joins with one invitation. */
export const maxInvitedProjects = 50

/**
 * Returns the role that an invitation still grants, which is at most the inviting user's current role.
 * Returns null if that user may no longer invite; open invitations require an admin.
 */
export function currentlyOfferedRole(maker: Role | null, offered: Role, isOpen: boolean): Role | null {
  if (maker === null || maker < (isOpen ? role.admin : role.member)) return null
  return maker < offered ? maker : offered
}

/**
 * Hides most of an email address: `ann@example.com` becomes `a••@example.com`. Users still recognize which of
 * their addresses is meant.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}••${email.slice(at)}`
}

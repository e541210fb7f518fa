import { type Role, role } from '../../platform/roles.ts'
import { containsHiddenCharacters } from '../../platform/text.ts'

export const maxProjectNameLength = 255
/**
 * Maximum length of an identifier in the form. The API accepts 12 characters for clients that send longer
 * identifiers.
 */
export const maxTypedIdentifierLength = 10
export const maxIdentifierLength = 12

/** Limits of automatic cycles: length in days, days between two cycles, and number of upcoming cycles. */
export const maxAutomaticCycleDays = 92
export const maxDaysBetweenAutomaticCycles = 31
export const maxUpcomingAutomaticCycles = 12

/** Number of days in which a deleted project can be restored. */
export const deletedProjectRetentionDays = 30

/** Returns the time at which a deleted project is purged. */
export function deletedProjectPurgeDate(deleted_at: Date): Date {
  return new Date(deleted_at.getTime() + deletedProjectRetentionDays * 86_400_000)
}

const forbidden = /[&+,:;$^}{*=?@#|'<>.()%!-]/

export function projectNameProblem(name: string): 'required' | 'too_long' | 'characters' | null {
  const text = name.trim()
  if (text === '') return 'required'
  if (text.length > maxProjectNameLength) return 'too_long'
  return forbidden.test(text) || containsHiddenCharacters(text) ? 'characters' : null
}

export function identifierProblem(identifier: string): 'required' | 'too_long' | 'characters' | null {
  const text = normalizeIdentifier(identifier)
  if (text === '') return 'required'
  if (text.length > maxIdentifierLength) return 'too_long'
  return /^[\p{L}\p{N}]+$/u.test(text) ? null : 'characters'
}

export function normalizeIdentifier(identifier: string): string {
  return identifier.trim().toUpperCase()
}

/**
 * Suggests a project identifier of three letters or digits: the initials of a name with three or more words, or
 * the beginning of the name. If all short suggestions are taken, the suggestion gets longer.
 */
export function suggestIdentifier(name: string, taken: ReadonlySet<string> = new Set()): string {
  const words = plainLetters(name)
    .trim()
    .split(' ')
    .map((word) => [...word])
  const letters = words.flat()
  const initials = words.flatMap(([first]) => first ?? [])
  const suggestions = [
    ...(initials.length >= 3 ? [initials.slice(0, 3)] : []),
    letters.slice(0, 3),
    ...letters.slice(3).map((last) => [...letters.slice(0, 2), last]),
    letters.slice(0, 4),
    letters.slice(0, 5),
  ].map((each) => normalizeIdentifier(each.join('')))
  return suggestions.find((each) => each.length >= 3 && !taken.has(each)) ?? suggestions.at(-1) ?? ''
}

/** Returns the text in upper case without marks of Latin letters, and with spaces instead of other characters. */
function plainLetters(text: string): string {
  return (
    text
      // Convert to upper case before other steps, because the conversion can add combining marks.
      .toUpperCase()
      .normalize('NFKD')
      // Only Latin letters lose their marks. Without its mark, a kana is another sound and й another letter.
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
  )
}

/**
 * Returns the effective project role: workspace guests stay guests, and workspace admins are always admins.
 */
export function effectiveProjectRole(workspaceRole: Role, given: Role): Role {
  if (workspaceRole === role.admin) return role.admin
  return workspaceRole === role.guest ? role.guest : given
}

interface Actor {
  workspace_role: Role
  /** Effective role of the actor in the project. */
  role: Role
}

/**
 * Returns the reason why `actor` may not change the role of a member from `current` to `wanted`. Returns null if
 * the actor may.
 */
export function projectRoleProblem(
  actor: Actor,
  current: Role,
  wanted: Role,
): 'holds_as_much' | 'gives_as_much' | null {
  if (actor.workspace_role === role.admin) return null
  if (current >= actor.role) return 'holds_as_much'
  return wanted >= actor.role ? 'gives_as_much' : null
}

/**
 * Returns `wanted`, or `wanted` with the lowest free number if the name is taken. Restored projects get such
 * a name.
 */
export function firstAvailableName(
  wanted: string,
  taken: ReadonlySet<string>,
  length: number,
  gap: '' | ' ',
): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) {
    const end = `${gap}${number}`
    const name = `${[...wanted].slice(0, length - end.length).join('')}${end}`
    if (!taken.has(name)) return name
  }
}

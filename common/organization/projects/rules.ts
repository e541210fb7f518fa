import { type Role, role } from '../../platform/roles.ts'
import { containsHiddenCharacters } from '../../platform/text.ts'

export const projectNameLength = 255
/** The longest identifier that the form takes; the store allows two more for the clients that send them. */
export const identifierLength = 10
export const identifierStoredLength = 12

/** Most days of a cycle that a project makes by itself, most days between two of them, and how many it makes ahead. */
export const automaticLengthLimit = 92
export const automaticGapLimit = 31
export const automaticAheadLimit = 12

/** Days in which a deleted project can be brought back. */
export const deletedProjectDays = 30

/** When one that was deleted then goes for good. */
export function deletedProjectEnds(deleted_at: Date): Date {
  return new Date(deleted_at.getTime() + deletedProjectDays * 86_400_000)
}

const forbidden = /[&+,:;$^}{*=?@#|'<>.()%!-]/

export function projectNameProblem(name: string): 'required' | 'too_long' | 'characters' | null {
  const text = name.trim()
  if (text === '') return 'required'
  if (text.length > projectNameLength) return 'too_long'
  return forbidden.test(text) || containsHiddenCharacters(text) ? 'characters' : null
}

export function identifierProblem(identifier: string): 'required' | 'too_long' | 'characters' | null {
  const text = normalIdentifier(identifier)
  if (text === '') return 'required'
  if (text.length > identifierStoredLength) return 'too_long'
  return /^[\p{L}\p{N}]+$/u.test(text) ? null : 'characters'
}

export function normalIdentifier(identifier: string): string {
  return identifier.trim().toUpperCase()
}

/** The first letters and digits of a name, for the person to change. */
export function identifierFrom(name: string): string {
  // Upper case first: it can bring marks with it that are no letters.
  const letters = name
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return normalIdentifier([...letters].slice(0, 5).join(''))
}

/** The role that `given` amounts to: a guest of the workspace is never above guest, its admin never below admin. */
export function roleInProject(workspaceRole: Role, given: Role): Role {
  if (workspaceRole === role.admin) return role.admin
  return workspaceRole === role.guest ? role.guest : given
}

interface Actor {
  workspace_role: Role
  /** The role that counts in the project. */
  role: Role
}

/** Why `actor` may not give `wanted` to a member who now has `current` in the project, null when they may. */
export function projectRoleProblem(
  actor: Actor,
  current: Role,
  wanted: Role,
): 'holds_as_much' | 'gives_as_much' | null {
  if (actor.workspace_role === role.admin) return null
  if (current >= actor.role) return 'holds_as_much'
  return wanted >= actor.role ? 'gives_as_much' : null
}

/** What a project is called that comes back while others have its name or letters: the same with the lowest number that is free. */
export function freeAmong(wanted: string, taken: ReadonlySet<string>, length: number, gap: '' | ' '): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) {
    const end = `${gap}${number}`
    const name = `${[...wanted].slice(0, length - end.length).join('')}${end}`
    if (!taken.has(name)) return name
  }
}

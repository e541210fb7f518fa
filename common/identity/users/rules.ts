import { containsHiddenCharacters, containsUrl } from '../../platform/text.ts'

export const maxPersonNameLength = 50

/** Returns the locale key of the message for a problem with a first or last name, or null if the name is valid. */
export function personNameProblem(name: string): 'too_long' | 'url' | 'characters' | null {
  const text = name.trim()
  if (text.length > maxPersonNameLength) return 'too_long'
  if (containsUrl(text)) return 'url'
  return /^[\p{L}\p{M} '’-]*$/u.test(text) && !containsHiddenCharacters(text) ? null : 'characters'
}

export function displayNameProblem(name: string): 'required' | 'too_long' | 'url' | 'characters' | null {
  const text = name.trim()
  if (text === '') return 'required'
  if (text.length > maxPersonNameLength) return 'too_long'
  if (containsUrl(text)) return 'url'
  return containsHiddenCharacters(text) ? 'characters' : null
}

/** Builds a display name from first and last name. */
export function fullName(first: string, last: string): string {
  return `${first.trim()} ${last.trim()}`.trim().slice(0, maxPersonNameLength)
}

/**
 * Returns the default display name: the part of the email address before `@`. If it looks like a link, its periods
 * become spaces.
 */
export function displayNameFromEmail(email: string): string {
  const front = (email.split('@')[0] ?? '').slice(0, maxPersonNameLength)
  return displayNameProblem(front) === null ? front : front.replaceAll('.', ' ').trim() || 'user'
}

export function isTimezone(name: string): boolean {
  // Reject offsets such as +02:00. `Intl` accepts them, but they have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Screens of a workspace that a user can choose as the first screen, each with its path. */
export const firstScreens = {
  home: '',
  inbox: '/notifications',
  assigned: '/workspace-views/assigned',
  all_items: '/workspace-views/all-issues',
  projects: '/projects',
} as const
export type FirstScreen = keyof typeof firstScreens

/** Job roles that users choose during onboarding. Their labels are in the locale files. */
export const jobRoles = [
  'product_manager',
  'engineering',
  'founder',
  'freelancer',
  'marketing',
  'sales',
  'support',
  'student',
  'human_resources',
  'other',
] as const

export const useCases = ['plan_work', 'track_bugs', 'run_sprints', 'write_docs', 'personal', 'other'] as const

/**
 * Display name of a deleted account, as it is stored and as the API returns it. Readers see it in their
 * language.
 */
export const deletedUserName = 'Deleted user'

export function isDeletedUserName(displayName: string): boolean {
  return displayName === deletedUserName
}

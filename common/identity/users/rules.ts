import { holdsHidden, holdsUrl } from '../../platform/text.ts'

export const personNameLength = 50

/** The key of the sentence that says what is wrong with a first or last name, null when nothing is. */
export function personNameProblem(name: string): 'too_long' | 'url' | 'characters' | null {
  const text = name.trim()
  if (text.length > personNameLength) return 'too_long'
  if (holdsUrl(text)) return 'url'
  return /^[\p{L}\p{M} '’-]*$/u.test(text) && !holdsHidden(text) ? null : 'characters'
}

export function displayNameProblem(name: string): 'required' | 'too_long' | 'url' | 'characters' | null {
  const text = name.trim()
  if (text === '') return 'required'
  if (text.length > personNameLength) return 'too_long'
  if (holdsUrl(text)) return 'url'
  return holdsHidden(text) ? 'characters' : null
}

/** Makes the display name of a person who has only given their names. */
export function fullName(first: string, last: string): string {
  return `${first.trim()} ${last.trim()}`.trim().slice(0, personNameLength)
}

/** What a person is called until they say so themselves: the front of their address, but never something like a link. */
export function displayNameFrom(email: string): string {
  const front = (email.split('@')[0] ?? '').slice(0, personNameLength)
  return displayNameProblem(front) === null ? front : front.replaceAll('.', ' ').trim() || 'user'
}

export function isTimezone(name: string): boolean {
  // Offsets such as +02:00 are accepted by Intl, but they are no zones: they know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const languages = [
  'en',
  'fr',
  'es',
  'ja',
  'zh-CN',
  'zh-TW',
  'ru',
  'it',
  'cs',
  'sk',
  'de',
  'ua',
  'pl',
  'ko',
  'pt-BR',
  'id',
  'ro',
  'vi-VN',
  'tr-TR',
] as const

/** Where a person begins in a workspace, and the path of it there. */
export const firstScreens = {
  home: '',
  inbox: '/notifications',
  assigned: '/workspace-views/assigned',
  all_items: '/workspace-views/all-issues',
  projects: '/projects',
} as const
export type FirstScreen = keyof typeof firstScreens

/** Keys of what people do, as onboarding offers them; the words are in the locale files. */
export const jobs = [
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

/** What somebody is called whose account was deleted. */
export const deletedName = 'Deleted user'

import { locales } from 'virtual:locales'
import i18next from 'i18next'
import {
  bestLanguage,
  isLanguage,
  type Language,
  languageCodes,
  languages,
} from '#common/locales/languages.ts'
// This module initializes i18next.
import './i18n.ts'

/**
 * Local storage key of the language that this browser shows. If one tab changes the language, all other tabs switch
 * to it too.
 */
const shownKey = 'language'
/** Local storage key of a language that a visitor has chosen. The account gets it at the next sign-in. */
const chosenKey = 'chosen-language'

/** The languages that the interface is translated to. */
export const translatedLanguages = languageCodes.filter(
  (code) => code === 'en' || languages[code].tag in locales,
)

let latest: Language = 'en'

/** Returns the code of the language that this browser shows. */
export function currentLanguage(): Language {
  return latest
}

/**
 * Loads the language before the first screen is shown. It is the language that this browser showed last, or
 * the preferred language of the browser.
 */
export async function initializeLanguage(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === shownKey && newValue !== null && isLanguage(newValue)) void show(newValue)
  })
  const stored = localStorage.getItem(shownKey) ?? ''
  await show(isLanguage(stored) ? stored : bestLanguage(navigator.languages))
}

/** Shows a language in all tabs of this browser. An unknown code shows English. */
export async function setLanguage(code: string): Promise<void> {
  const language = isLanguage(code) ? code : 'en'
  if (localStorage.getItem(shownKey) !== language) localStorage.setItem(shownKey, language)
  await show(language)
}

/** Shows the language that a visitor has chosen, and remembers the choice for the account. */
export async function setVisitorLanguage(language: Language): Promise<void> {
  localStorage.setItem(chosenKey, language)
  await setLanguage(language)
}

/**
 * Returns the language that the user has chosen before signing in, and removes the stored choice. Returns
 * null if there is no choice.
 */
export function consumeVisitorLanguage(): Language | null {
  const chosen = localStorage.getItem(chosenKey) ?? ''
  localStorage.removeItem(chosenKey)
  return isLanguage(chosen) ? chosen : null
}

/**
 * Removes all local data of a signed-in user, except the values of the keys in `remaining`. The language stays too,
 * because the sign-in screen shows it.
 */
export function clearLocalStorage(remaining: readonly string[]): void {
  const values = [shownKey, ...remaining].map((key) => [key, localStorage.getItem(key)] as const)
  localStorage.clear()
  for (const [key, value] of values) if (value !== null) localStorage.setItem(key, value)
}

async function show(language: Language): Promise<void> {
  latest = language
  const { tag } = languages[language]
  const load = locales[tag]
  if (load !== undefined && !i18next.hasResourceBundle(tag, 'translation')) {
    const texts = await load().catch(() => undefined)
    // If the texts cannot be loaded, the shown language does not change before the next start of the client.
    if (texts === undefined) return
    i18next.addResourceBundle(tag, 'translation', texts.default)
  }
  // Another language may have been chosen while the texts were loading.
  if (latest !== language || i18next.language === tag) return
  await i18next.changeLanguage(i18next.hasResourceBundle(tag, 'translation') ? tag : 'en')
  const root = document.documentElement
  root.lang = i18next.language
  root.dir = rightToLeft.has(i18next.language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

/** Languages that are written from right to left. The interface is not translated to them yet. */
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

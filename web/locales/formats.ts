import { fullName } from '#common/identity/users/rules.ts'
import { currentLanguageTag } from './i18n.ts'

let collator = new Intl.Collator('en', { numeric: true })
let numbers = new Intl.NumberFormat('en')
let percents = new Intl.NumberFormat('en', { style: 'percent' })
let language = 'en'

/** Compares names in the order of the shown language. Numbers in names are compared by value, so "Sprint 9" precedes "Sprint 10". */
export function compareNames(one: string, other: string): number {
  update()
  return collator.compare(one, other)
}

/** Formats a number with the separators of the shown language. */
export function formatNumber(value: number): string {
  update()
  return numbers.format(value)
}

/** Formats a whole percentage: 10% in English, 10 % in German, %10 in Turkish. */
export function formatPercent(percentage: number): string {
  update()
  return percents.format(percentage / 100)
}

/**
 * Joins names with commas of the shown language. `Intl.ListFormat` adds "and" in some languages, and leaves out all
 * separators in others.
 */
export function listNames(names: readonly string[]): string {
  return names.join(/^(zh|ja)\b/.test(currentLanguageTag()) ? '、' : ', ')
}

/** Returns the day on which calendars of a language tag begin a week, from 0 for Sunday to 6 for Saturday. */
export function firstDayOfWeek(tag: string): number {
  const locale: Intl.Locale & WeekInfo = new Intl.Locale(tag)
  // Browsers offer the week as a method or, in older versions, as a property. Some offer neither.
  const week = locale.getWeekInfo?.() ?? locale.weekInfo
  return (week?.firstDay ?? 0) % 7
}

interface WeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** Returns whether people write the family name before the given name in the shown language. */
export function isFamilyNameFirst(): boolean {
  return /^(ja|ko|zh)\b/.test(currentLanguageTag())
}

/**
 * Joins the names of a person in the usual order of the shown language. In Chinese and Korean, names in
 * Chinese characters or Hangul are joined without a space.
 */
export function joinPersonNames(first: string, last: string): string {
  if (!isFamilyNameFirst()) return fullName(first, last)
  const isJoined = currentLanguageTag() !== 'ja' && /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(last + first)
  return isJoined ? last + first : fullName(last, first)
}

/**
 * Returns a name in lower case, for use within a sentence. German names stay unchanged, because German nouns
 * are capitalized.
 */
export function nameInSentence(name: string): string {
  return currentLanguageTag() === 'de' ? name : name.toLocaleLowerCase(currentLanguageTag())
}

/**
 * Creates the formatters after the language has changed. Creating them takes much longer than using them, so they
 * are reused until the next change.
 */
function update(): void {
  if (language === currentLanguageTag()) return
  language = currentLanguageTag()
  collator = new Intl.Collator(language, { numeric: true })
  numbers = new Intl.NumberFormat(language)
  percents = new Intl.NumberFormat(language, { style: 'percent' })
}

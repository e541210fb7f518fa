import { type PlainDate, toDate } from './plain-date.ts'

/** Formats a day as `Monday, 16 November 2026`, for screen readers. */
export function formatLongDay(day: PlainDate, language: string): string {
  return toDate(day).toLocaleDateString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}

export function formatWeekday(day: PlainDate, language: string, weekday: 'short' | 'narrow'): string {
  return toDate(day).toLocaleDateString(language, { weekday })
}

/** Formats a day as `16`, and the first of a month as `1 Dec`. */
export function formatDay(day: PlainDate, language: string): string {
  const isFirst = day.endsWith('-01')
  return toDate(day).toLocaleDateString(language, {
    day: 'numeric',
    ...(isFirst && { month: 'short' }),
  })
}

export function formatMonth(
  month: string,
  language: string,
  length: 'short' | 'long',
  withYear = true,
): string {
  return toDate(`${month}-01`).toLocaleDateString(language, {
    month: length,
    ...(withYear && { year: 'numeric' }),
  })
}

/** Formats a range as `16 – 22 Nov 2026`. */
export function formatWeek(first: PlainDate, last: PlainDate, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    toDate(first),
    toDate(last),
  )
}

import { addDays, fromDate, type PlainDate, toDate } from './plain-date.ts'

/**
 * Parses a typed date, or returns undefined: `30 Nov`, `30.11.`, `2026-11-30`, `fri`, `+3`, `2w`, `in 3 days`,
 * and the given words for today and tomorrow. Month and day names are those of the language. A date without a
 * year is in the past two months or in the following ten months.
 */
export function parseDate(
  typed: string,
  {
    today,
    language,
    words,
  }: { today: PlainDate; language: string; words: { today: string; tomorrow: string } },
): PlainDate | undefined {
  const text = typed.trim().toLocaleLowerCase(language).replace(/\s+/g, ' ')
  if (!text) return
  if (text === words.today.toLocaleLowerCase(language)) return today
  if (text === words.tomorrow.toLocaleLowerCase(language)) return addDays(today, 1)
  return (
    parseIso(text) ??
    parseDistance(text, today) ??
    parseWeekday(text, today, language) ??
    parseDayMonth(text, today, language)
  )
}

function parseIso(text: string): PlainDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  return year ? existing(Number(year), Number(month), Number(day)) : undefined
}

function parseDistance(text: string, today: PlainDate): PlainDate | undefined {
  const [, count, unit = 'd'] = /^(?:in |\+)?(\d{1,3}) ?(d|days?|w|weeks?|m|months?)?$/.exec(text) ?? []
  if (!count || (/^\d+$/.test(text) && Number(text) <= 31)) return
  if (unit.startsWith('m')) {
    const date = toDate(today)
    const day = date.getDate()
    date.setMonth(date.getMonth() + Number(count), 1)
    const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()
    date.setDate(Math.min(day, last))
    return fromDate(date)
  }
  return addDays(today, Number(count) * (unit.startsWith('w') ? 7 : 1))
}

function parseWeekday(text: string, today: PlainDate, language: string): PlainDate | undefined {
  if (text.length < 2) return
  const format = new Intl.DateTimeFormat(language, { weekday: 'long' })
  for (let days = 1; days <= 7; days++) {
    const day = addDays(today, days)
    if (format.format(toDate(day)).toLocaleLowerCase(language).startsWith(text)) return day
  }
}

function parseDayMonth(text: string, today: PlainDate, language: string): PlainDate | undefined {
  const parts = text.split(/[\s./,-]+/).filter(Boolean)
  const name = parts.find((part) => /^\p{L}{3,}/u.test(part))
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map(Number)
  const month = name
    ? monthNamed(name, language)
    : numbers.length > 1
      ? numbers[dayFirst(language) ? 1 : 0]
      : toDate(today).getMonth() + 1
  const day = name || numbers.length < 2 || dayFirst(language) ? numbers[0] : numbers[1]
  const year = numbers[name ? 1 : 2]
  if (!month || !day || parts.length > 3) return
  if (year !== undefined) return existing(year < 100 ? 2000 + year : year, month, day)
  const thisYear = toDate(today).getFullYear()
  if (name || numbers.length > 1) {
    const years = [thisYear - 1, thisYear, thisYear + 1]
    const earliest = addDays(today, -recent)
    return years.map((one) => existing(one, month, day)).find((date) => date && date >= earliest)
  }
  const date = existing(thisYear, month, day)
  if (date && date >= today) return date
  // A day without a month is in the current month or in the next one.
  return existing(month === 12 ? thisYear + 1 : thisYear, (month % 12) + 1, day)
}

/** The number of past days that a date without a year can mean. On 27 November, `Nov 26` is yesterday. */
const recent = 60

function monthNamed(name: string, language: string): number | undefined {
  const format = new Intl.DateTimeFormat(language, { month: 'long' })
  const index = Array.from({ length: 12 }, (_, month) =>
    format.format(new Date(2026, month, 1)).toLocaleLowerCase(language),
  ).findIndex((month) => month.startsWith(name))
  return index < 0 ? undefined : index + 1
}

function dayFirst(language: string): boolean {
  const parts = new Intl.DateTimeFormat(language).formatToParts(new Date(2026, 0, 2))
  return parts.findIndex((part) => part.type === 'day') < parts.findIndex((part) => part.type === 'month')
}

function existing(year: number, month: number, day: number): PlainDate | undefined {
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? fromDate(date) : undefined
}

import { addDays, fromDate, type PlainDate, toDate } from './plain-date.ts'

/** Words of the language that a typed date may contain. Lists of words are separated by spaces. */
export interface DateInputWords {
  today: string
  tomorrow: string
  days: string
  weeks: string
  months: string
  /** Words before or after a number of days, weeks or months, such as "in" in "in 3 days". */
  later: string
  /** Phrases before or after a week day, such as "next" in "next Friday". Commas separate the phrases. */
  next: string
  /** Phrases for the last day of this month, separated by commas. */
  endOfMonth: string
  /** Phrases for the end of this week, separated by commas. */
  endOfWeek: string
  /** Phrases for the day after tomorrow, separated by commas. */
  dayAfterTomorrow: string
}

/**
 * Parses a typed date, or returns undefined: `30 Nov`, `30.11.`, `2026-11-30`, `fri`, `+3`, `2w`, `in 3 days`,
 * `2 weeks from now`, `3 days ago`, `yesterday`, `day after tomorrow`, `next week`, `next friday`, `end of week`,
 * `end of month`, and the given words for today and tomorrow. Month and day names are those of the language. Day and
 * month have the order of the language, unless only the other order is a date. A date without a year is in the past two
 * months or in the following ten months.
 */
export function parseDate(
  typed: string,
  { today, language, words }: { today: PlainDate; language: string; words: DateInputWords },
): PlainDate | undefined {
  const text = folded(typed.trim(), language).replace(/\s+/g, ' ')
  if (!text) return
  if (text === folded(words.today, language)) return today
  if (text === folded(words.tomorrow, language)) return addDays(today, 1)
  return (
    parseIso(text) ??
    parseRelativeName(text, today, language) ??
    parsePhrase(text, today, language, words) ??
    parseDistance(text, today, lowerCased(words, language)) ??
    parseWeekday(text, today, language) ??
    parseNext(text, today, language, lowerCased(words, language)) ??
    parseDayMonth(text, today, language)
  )
}

/** Removes case, accents and kinds of apostrophes, which people type differently: "aout" for "août". */
function folded(text: string, language: string): string {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[’ʼ]/g, "'")
}

/**
 * Parses the name of a week, a month or a day in the given language, such as `yesterday`, `3 days ago`, "übermorgen" and
 * 明後日. `next week` and `last week` mean the Monday of that week. `next month` and `last month` mean the first day of that month.
 */
function parseRelativeName(text: string, today: PlainDate, language: string): PlainDate | undefined {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const isNamed = (distance: number, unit: Intl.RelativeTimeFormatUnit) =>
    withoutSpaces(text) === withoutSpaces(folded(format.format(distance, unit), language))
  if (isNamed(2, 'day')) return addDays(today, 2)
  for (const weeks of [1, -1]) if (isNamed(weeks, 'week')) return addDays(monday(today), 7 * weeks)
  for (const months of [1, -1]) if (isNamed(months, 'month')) return firstOfMonth(today, months)
  const count = Number(/\d{1,3}/.exec(text)?.[0] ?? 1)
  const past = [1, 2, count].find((days) => isNamed(-days, 'day'))
  if (past !== undefined) return addDays(today, -past)
  return isNamed(-count, 'week') ? addDays(today, -7 * count) : undefined
}

function parsePhrase(
  text: string,
  today: PlainDate,
  language: string,
  words: DateInputWords,
): PlainDate | undefined {
  if (phrases(words.dayAfterTomorrow, language).includes(text)) return addDays(today, 2)
  if (phrases(words.endOfWeek, language).includes(text)) return endOfWeek(today)
  return phrases(words.endOfMonth, language).includes(text) ? lastOfMonth(today) : undefined
}

/**
 * Parses a day of the next week, which begins on Monday: `next friday`, `vendredi prochain`, 来週金曜日. `next`
 * with a word for week or month is the first day of that period, as in "semaine prochaine".
 */
function parseNext(
  text: string,
  today: PlainDate,
  language: string,
  words: DateInputWords,
): PlainDate | undefined {
  for (const phrase of phrases(words.next, language)) {
    const rest = withoutPhrase(text, phrase)
    if (rest === undefined) continue
    if (words.weeks.split(' ').includes(rest)) return addDays(monday(today), 7)
    if (words.months.split(' ').includes(rest)) return firstOfMonth(today, 1)
    const day = parseWeekday(rest, today, language)
    if (day !== undefined) return addDays(monday(today), 7 + daysAfterMonday(day))
  }
  return undefined
}

/** Returns the text without the phrase at its start or end. Returns undefined if the phrase is not there. */
function withoutPhrase(text: string, phrase: string): string | undefined {
  if (text.startsWith(phrase)) return text.slice(phrase.length).trim()
  return text.endsWith(phrase) ? text.slice(0, -phrase.length).trim() : undefined
}

/** Returns the phrases, the longest first. */
function phrases(list: string, language: string): string[] {
  return folded(list, language)
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

function monday(day: PlainDate): PlainDate {
  return addDays(day, -daysAfterMonday(day))
}

/** Returns Friday, because most teams work until Friday. On a weekend, returns Sunday. */
function endOfWeek(today: PlainDate): PlainDate {
  const friday = addDays(monday(today), 4)
  return friday >= today ? friday : addDays(friday, 2)
}

function daysAfterMonday(day: PlainDate): number {
  return (toDate(day).getDay() + 6) % 7
}

function firstOfMonth(day: PlainDate, monthsLater: number): PlainDate {
  const date = toDate(day)
  return fromDate(new Date(date.getFullYear(), date.getMonth() + monthsLater, 1))
}

function lastOfMonth(day: PlainDate): PlainDate {
  return addDays(firstOfMonth(day, 1), -1)
}

function parseIso(text: string): PlainDate | undefined {
  const [, year, month, day] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})\.?$/.exec(text) ?? []
  return year ? existing(Number(year), Number(month), Number(day)) : undefined
}

function parseDistance(text: string, today: PlainDate, words: DateInputWords): PlainDate | undefined {
  const [, before = '', count, rest = ''] = /^([^\d]*)(\d{1,3})([^\d]*)$/.exec(text) ?? []
  if (!count || (/^\d+$/.test(text) && Number(text) <= 31)) return
  // A number with a character for "day" is a date and not a distance: 30日 is the 30th day of the month, while
  // 30日後 is in 30 days.
  if (daySigns.some((sign) => text.endsWith(sign))) return
  const later = words.later.split(' ')
  const isLater = (part: string) => part.split(' ').every((word) => word === '' || later.includes(word))
  const first = before.trim()
  if (first !== '+' && !isLater(first)) return
  const unit = unitOf(rest.trim(), words, isLater)
  if (unit === undefined) return
  if (unit === 'months') {
    const date = toDate(today)
    const day = date.getDate()
    date.setMonth(date.getMonth() + Number(count), 1)
    const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()
    date.setDate(Math.min(day, last))
    return fromDate(date)
  }
  return addDays(today, Number(count) * (unit === 'weeks' ? 7 : 1))
}

const units = ['days', 'weeks', 'months'] as const

/**
 * Parses the unit after a number, such as "days", "d" or "天后". Without a unit, the number counts days. Returns
 * undefined if the text is not a unit.
 */
function unitOf(
  text: string,
  words: DateInputWords,
  isLater: (part: string) => boolean,
): (typeof units)[number] | undefined {
  if (isLater(text)) return 'days'
  return units.find((unit) =>
    words[unit].split(' ').some((word) => text.startsWith(word) && isLater(text.slice(word.length).trim())),
  )
}

function lowerCased(words: DateInputWords, language: string): DateInputWords {
  const lower = (text: string) => folded(text, language)
  return {
    ...words,
    ...{
      days: lower(words.days),
      weeks: lower(words.weeks),
      months: lower(words.months),
      later: lower(words.later),
    },
  }
}

function parseWeekday(text: string, today: PlainDate, language: string): PlainDate | undefined {
  if (text.length < 2) return
  const formats = (['long', 'short'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { weekday }),
  )
  const days = [1, 2, 3, 4, 5, 6, 7].map((distance) => {
    const day = addDays(today, distance)
    return { day, names: formats.map((format) => folded(format.format(toDate(day)), language)) }
  })
  // Complete names are compared before beginnings of names, because one name can be the beginning of another:
  // "cuma" and "cumartesi" in Turkish.
  const found =
    days.find(({ names }) => names.includes(text)) ??
    days.find(({ names }) => names.some((name) => name.startsWith(text))) ??
    days.find(({ names }) => names.some((name) => isInflected(name, text)))
  return found?.day
}

/** Slavic languages change the last letter of a week day after a preposition: "пятница", "в пятницу". */
function isInflected(name: string, text: string): boolean {
  return text.length >= 5 && text.length === name.length && name.startsWith(text.slice(0, -1))
}

/**
 * Chinese, Japanese and Korean dates have a character for the unit after each number, such as 11月30日. These
 * characters are in the form that `folded` returns.
 */
const [yearSigns, monthSigns, daySigns] = [
  ['年', '년'],
  ['月', '월'],
  ['日', '일'],
].map((signs) => signs.map((sign) => sign.normalize('NFKD'))) as [string[], string[], string[]]
const separators = new RegExp(`[\\s./,-]+|${[...yearSigns, ...monthSigns, ...daySigns].join('|')}`)

function parseDayMonth(text: string, today: PlainDate, language: string): PlainDate | undefined {
  const isDayFirst = hasDayFirst(language)
  return (
    parseDayMonthInOrder(text, today, language, isDayFirst) ??
    parseDayMonthInOrder(text, today, language, !isDayFirst)
  )
}

function parseDayMonthInOrder(
  text: string,
  today: PlainDate,
  language: string,
  isDayFirst: boolean,
): PlainDate | undefined {
  const parts = text.split(separators).filter((part) => part !== '' && !/^(del?|thang|thg)$/.test(part))
  // A date that contains a character for "year" begins with the year: 2026年11月30日.
  if (yearSigns.some((sign) => text.includes(sign))) parts.push(parts.shift() ?? '')
  const name = parts.find((part) => /^\p{L}{3,}/u.test(part))
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map(Number)
  const month = name
    ? monthNamed(name, language)
    : numbers.length > 1
      ? numbers[isDayFirst ? 1 : 0]
      : toDate(today).getMonth() + 1
  const day = name || numbers.length < 2 || isDayFirst ? numbers[0] : numbers[1]
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
  // With a day, Slavic languages use the genitive of the month: "30 ноября", but "ноябрь" alone.
  const formats = [
    new Intl.DateTimeFormat(language, { month: 'long' }),
    new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' }),
  ]
  const namesOf = (month: number) =>
    formats.map((format) =>
      folded(
        format.formatToParts(new Date(2026, month, 1)).find(({ type }) => type === 'month')?.value ?? '',
        language,
      ),
    )
  const index = Array.from({ length: 12 }, (_, month) => namesOf(month)).findIndex((names) =>
    names.some((each) => each.startsWith(name)),
  )
  return index < 0 ? undefined : index + 1
}

function hasDayFirst(language: string): boolean {
  const parts = new Intl.DateTimeFormat(language).formatToParts(new Date(2026, 0, 2))
  return parts.findIndex((part) => part.type === 'day') < parts.findIndex((part) => part.type === 'month')
}

function existing(year: number, month: number, day: number): PlainDate | undefined {
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? fromDate(date) : undefined
}

export type DateOrder = 'dmy' | 'mdy'

export interface ReadDate {
  /** Day as `YYYY-MM-DD`. */
  day: string
  /** ISO timestamp. Times without a zone are read as UTC. */
  time: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
const iso = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)/
const dayMonthName = /^(?:[a-z]{3,9},? )?(\d{1,2})[ /.-]([a-z]{3,9})[., /-]+(\d{4}|\d{2})(?!\d)/i
const monthNameDay = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i

/**
 * Returns the order of day and month, or null if no value proves it. `isUnclear` is true if a value can be read in
 * both orders with different results.
 */
export function detectDateOrder(values: Iterable<string>): { order: DateOrder | null; isUnclear: boolean } {
  let order: DateOrder | null = null
  let isUnclear = false
  for (const value of values) {
    const found = numeric.exec(value.trim())
    if (found === null) continue
    const [first, second] = [Number(found[1]), Number(found[3])]
    // Dots are used only in countries that write the day first.
    if (found[2] === '.' || first > 12) order ??= 'dmy'
    else if (second > 12) order ??= 'mdy'
    else if (first !== second) isUnclear = true
  }
  return { order, isUnclear }
}

/** Reads a date in one of the usual formats. Returns null for other text. */
export function readDate(value: string, order: DateOrder = 'dmy'): ReadDate | null {
  const text = value.trim()
  if (/^\d{10}(\d{3})?$/.test(text)) return fromEpoch(Number(text) * (text.length === 10 ? 1000 : 1))
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text)) return fromTimestamp(text)
  const parts = partsOf(text, order)
  if (parts === null) return null
  const { year, month, day, rest } = parts
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000 && year < 3000
  if (!isReal) return null
  const dayText = date.toISOString().slice(0, 10)
  return { day: dayText, time: `${dayText}T${timeOf(rest)}Z` }
}

function partsOf(text: string, order: DateOrder) {
  const byIso = iso.exec(text)
  if (byIso) return dateParts(byIso[1], byIso[2], byIso[3], text.slice(byIso[0].length))
  const byNumber = numeric.exec(text)
  if (byNumber) {
    const [first, second] = [byNumber[1], byNumber[3]]
    const isDayFirst = byNumber[2] === '.' || Number(first) > 12 || (order === 'dmy' && Number(second) <= 12)
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    return dateParts(byNumber[4], month, day, text.slice(byNumber[0].length))
  }
  const byName = dayMonthName.exec(text)
  if (byName) return dateParts(byName[3], monthOf(byName[2]), byName[1], text.slice(byName[0].length))
  const american = monthNameDay.exec(text)
  if (!american) return null
  return dateParts(american[3], monthOf(american[1]), american[2], text.slice(american[0].length))
}

function dateParts(year = '', month: string | number = '', day = '', rest = '') {
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return { year: fullYear, month: Number(month), day: Number(day), rest }
}

/** Returns the number of the month, starting at 1, or 0 for any other word. */
function monthOf(word = ''): number {
  return months.indexOf(word.slice(0, 3).toLowerCase()) + 1
}

const clock = /(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?/i

function timeOf(rest: string): string {
  const found = clock.exec(rest)
  if (found === null) return '00:00:00.000'
  const half = found[4]?.toLowerCase()
  const hour = (Number(found[1]) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(hour)}:${two(Math.min(59, Number(found[2])))}:${two(Math.min(59, Number(found[3] ?? 0)))}.000`
}

function fromEpoch(milliseconds: number): ReadDate {
  const time = new Date(milliseconds).toISOString()
  return { day: time.slice(0, 10), time }
}

function fromTimestamp(text: string): ReadDate | null {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return null
  // Use the day in the text. The day in UTC can differ from it, because the timestamp has its own time zone.
  const day = text.slice(0, 10)
  const isRealDay = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  const year = Number(text.slice(0, 4))
  return isRealDay && year >= 1000 && year < 3000 ? { day, time: date.toISOString() } : null
}

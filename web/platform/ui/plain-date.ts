/** A date without time or zone, as stored and sent: `YYYY-MM-DD`. */
export type PlainDate = string

/** Returns the start of the day in the browser's time zone, for calendars and formatting only. */
export function toDate(plain: PlainDate): Date {
  const [year = 0, month = 1, day = 1] = plain.split('-').map(Number)
  return new Date(year, month - 1, day)
}

export function fromDate(date: Date): PlainDate {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function addDays(plain: PlainDate, days: number): PlainDate {
  const date = toDate(plain)
  date.setDate(date.getDate() + days)
  return fromDate(date)
}

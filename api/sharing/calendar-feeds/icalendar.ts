/**
 * Writes calendars in the iCalendar format (RFC 5545). All events last whole days. Such events have no time zone: a
 * calendar program shows them on the same day everywhere.
 */

export interface CalendarEvent {
  /** Identifies the event in all versions of the feed. */
  uid: string
  title: string
  /** The first and the last day of the event. */
  first: string
  last: string
  description: string
  url: string
  changed: Date
  isCancelled: boolean
}

export interface Calendar {
  name: string
  /** IANA time zone of the owner. */
  timezone: string
  events: readonly CalendarEvent[]
}

/** How often calendar programs should load the feed, as a duration of ISO 8601. */
const refreshInterval = 'PT1H'

export function formatCalendar({ name, timezone, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tandem//Tandem//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    // Apple, Google and Microsoft read the name, the time zone and the interval from these older properties.
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timezone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines({ uid, title, first, last, description, url, changed, isCancelled }: CalendarEvent) {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${formatMoment(changed)}`,
    `LAST-MODIFIED:${formatMoment(changed)}`,
    `DTSTART;VALUE=DATE:${formatDay(first)}`,
    // The end of an event is exclusive, so it is the day after the last day.
    `DTEND;VALUE=DATE:${formatDay(dayAfter(last))}`,
    `SUMMARY:${escapeText(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `URL:${url}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // The owner is not busy on the days of a work item.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** `addDays` of `common` supports no day after the year 9999. */
function dayAfter(day: string): string {
  return day >= '9999-12-31'
    ? day
    : new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function formatDay(day: string): string {
  return day.replaceAll('-', '')
}

function formatMoment(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Escapes a text value, and removes control characters, which the format does not allow. */
function escapeText(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  )
}

/** Maximum number of bytes of a line without its line break. */
const maxLineBytes = 75

/**
 * Splits a long line into several lines. Every further line starts with a space. A character is never split, even if
 * it has several bytes in UTF-8.
 */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}

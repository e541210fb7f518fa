import { addDays, localDay, localTime } from '#common/platform/clock.ts'
import { type DateInputWords, parseDate } from '../../platform/ui/parse-date.ts'

interface ReminderTimeContext {
  now: number
  timezone: string
  language: string
  words: DateInputWords
  /** Words before a time of day, such as "at" in "tomorrow at 9:00", separated by commas. */
  at: string
}

/** The time of day for a reminder if the user types only a day. */
export const morning = '09:00'

/**
 * Parses the time of a reminder in the time zone of the user: `tomorrow 9:00`, `next friday at 14:30`, `3pm`, `in 2
 * hours`, `45 min`. A day alone means its morning; for today, it means the next of 9:00, 13:00 and 18:00. A time alone
 * means the next such time. Returns undefined for other texts and for times in the past.
 */
export function parseReminderTime(typed: string, context: ReminderTimeContext): string | undefined {
  const { now, timezone } = context
  const text = typed.trim().toLocaleLowerCase(context.language).replace(/\s+/g, ' ')
  if (text === '') return
  const minutes = parseMinutesFromNow(text, context)
  if (minutes !== undefined) return new Date(now + minutes * 60_000).toISOString()
  const parts = splitTime(text, context.at)
  if (parts === undefined) return
  const { day: dayText, time } = parts
  const today = localDay(now, timezone)
  if (dayText === '' && time !== undefined) return nextTime(today, time, context)
  const day = parseDate(dayText, { today, language: context.language, words: context.words })
  if (day === undefined) return
  const times = time === undefined ? (day === today ? [morning, '13:00', '18:00'] : [morning]) : [time]
  return times.map((one) => localTime(day, one, timezone)).find((one) => Date.parse(one) > now)
}

function nextTime(today: string, time: string, { now, timezone }: ReminderTimeContext): string {
  const later = localTime(today, time, timezone)
  return Date.parse(later) > now ? later : localTime(addDays(today, 1), time, timezone)
}

/** Parses a number of minutes or hours, as it is usually written in the language: `in 2 hours`, `2h`, `45 Min.`. */
function parseMinutesFromNow(text: string, { language, words }: ReminderTimeContext): number | undefined {
  const amount = /\d{1,3}/.exec(text)?.[0]
  if (amount === undefined) return
  const count = Number(amount)
  const later = words.later.toLocaleLowerCase(language).split(' ')
  const plain = compact(
    text
      .split(' ')
      .filter((word) => word === amount || !later.includes(word))
      .join(' '),
  )
  for (const [unit, length] of [
    ['minute', 1],
    ['hour', 60],
  ] as const) {
    const names = [
      ...(['long', 'short', 'narrow'] as const).map((unitDisplay) =>
        new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, useGrouping: false }).format(
          count,
        ),
      ),
      ...(['long', 'short', 'narrow'] as const).map((style) =>
        new Intl.RelativeTimeFormat(language, { style }).format(count, unit),
      ),
    ].map((name) => compact(name.toLocaleLowerCase(language)))
    if (names.includes(plain) || names.includes(compact(text))) return count * length
  }
  return
}

/** Removes spaces and the periods of abbreviations. */
function compact(text: string): string {
  return text.replace(/[\s.]/g, '')
}

const clockTime = /(?<![\d.:/-])(\d{1,2})[:h](\d{2})\s?(am|pm)?$/
const hourTime = /(?<![\d.:/-])(\d{1,2})\s?(am|pm)$/

/** Separates a day from the time at the end of the text. Returns undefined if there is no such time of day. */
function splitTime(text: string, at: string): { day: string; time: string | undefined } | undefined {
  const clock = clockTime.exec(text)
  const hour = hourTime.exec(text)
  const found = clock ?? hour
  if (found === null) return { day: text, time: undefined }
  const [hours, minutes, half] = clock === null ? [found[1], '00', found[2]] : [found[1], found[2], found[3]]
  const time = timeOfDay(Number(hours), minutes ?? '00', half)
  if (time === undefined) return
  const before = text.slice(0, found.index).trim()
  const word = at
    .split(',')
    .map((one) => one.trim())
    .find((one) => one !== '' && (before === one || before.endsWith(` ${one}`)))
  return { day: word === undefined ? before : before.slice(0, -word.length).trim(), time }
}

function timeOfDay(hours: number, minutes: string, half: string | undefined): string | undefined {
  const hour = half === undefined ? hours : (hours % 12) + (half === 'pm' ? 12 : 0)
  if (hour > 23 || hours > 23 || Number(minutes) > 59 || (half !== undefined && hours > 12)) return
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

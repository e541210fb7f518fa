import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from '#common/locales/languages.ts'
import type { DateInputWords } from '#web/platform/ui/parse-date.ts'
import { parseReminderTime } from '#web/work/reminders/parse-reminder-time.ts'

// The time is 10:30 on Friday, 20 November, in Berlin.
const now = Date.parse('2026-11-20T09:30:00Z')

function textsOf(tag: string) {
  const read = (area: string) => JSON.parse(readFileSync(`common/locales/${tag}/${area}.json`, 'utf8'))
  const words: DateInputWords = read('platform').ui.date
  const { at } = read('work').reminders as { at: string }
  return { words, at }
}

function parse(typed: string, tag = 'en', timezone = 'Europe/Berlin') {
  return parseReminderTime(typed, { now, timezone, language: tag, ...textsOf(tag) })
}

describe('the typed time of a reminder', () => {
  test.each([
    ['tomorrow', '2026-11-21T08:00:00.000Z'],
    ['tomorrow 14:30', '2026-11-21T13:30:00.000Z'],
    ['tomorrow at 3pm', '2026-11-21T14:00:00.000Z'],
    ['next friday at 9:15', '2026-11-27T08:15:00.000Z'],
    ['end of month', '2026-11-30T08:00:00.000Z'],
    ['today', '2026-11-20T12:00:00.000Z'],
    ['12:00', '2026-11-20T11:00:00.000Z'],
    ['8:00', '2026-11-21T07:00:00.000Z'],
    ['at 12am', '2026-11-20T23:00:00.000Z'],
    ['in 2 hours', '2026-11-20T11:30:00.000Z'],
    ['45 min', '2026-11-20T10:15:00.000Z'],
    ['2h', '2026-11-20T11:30:00.000Z'],
    ['30 Nov 8:00', '2026-11-30T07:00:00.000Z'],
    // Central European Summer Time begins on 28 March 2027, so 9:00 in Berlin is 7:00 UTC on this day.
    ['2027-03-29', '2027-03-29T07:00:00.000Z'],
  ])('understands “%s”', (typed, time) => expect(parse(typed)).toBe(time))

  test.each([
    ...['yesterday', 'today 8:00', '25:00', '13pm', 'soon', '', '12:75'],
    ...['tomorrow at 25:00', 'fri 14:75', 'friday 13pm'],
  ])('refuses “%s”', (typed) => expect(parse(typed)).toBeUndefined())

  test.each([
    ['de', 'morgen um 14:30', '2026-11-21T13:30:00.000Z'],
    ['de', 'in 2 Stunden', '2026-11-20T11:30:00.000Z'],
    ['fr', 'demain à 14h30', '2026-11-21T13:30:00.000Z'],
    ['ja', '明日9:00', '2026-11-21T08:00:00.000Z'],
    ['ru', 'через 2 часа', '2026-11-20T11:30:00.000Z'],
  ])('understands in %s “%s”', (tag, typed, time) => expect(parse(typed, tag)).toBe(time))

  test.each(Object.values(languages).map(({ tag }) => tag))(
    'understands the word for tomorrow with a time in %s',
    (tag) => {
      const { words } = textsOf(tag)
      expect(parse(`${words.tomorrow} 14:30`, tag)).toBe('2026-11-21T13:30:00.000Z')
    },
  )

  test('is in the time zone of the user', () => {
    expect(parse('tomorrow 9:00', 'en', 'America/New_York')).toBe('2026-11-21T14:00:00.000Z')
    expect(parse('tomorrow 9:00', 'en', 'Pacific/Auckland')).toBe('2026-11-20T20:00:00.000Z')
  })
})

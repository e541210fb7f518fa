import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarEvent, formatCalendar } from '#api/sharing/calendar-feeds/icalendar.ts'

const event: CalendarEvent = {
  uid: 'work-item-1@tandem',
  title: 'ATL-1 Ship it',
  first: '2026-02-27',
  last: '2026-02-28',
  description: '',
  url: 'https://tandem.example/acme/browse/ATL-1',
  changed: new Date('2026-01-02T03:04:05.678Z'),
  isCancelled: false,
}

const format = (more: Partial<CalendarEvent> = {}) =>
  formatCalendar({ name: 'Atlas', timezone: 'Europe/Berlin', events: [{ ...event, ...more }] })

/** Joins folded lines, as a calendar program does. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('an event lasts whole days and ends before the day after its last day', () => {
  expect(unfolded(format())).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20260102T030405Z',
      'DTSTART;VALUE=DATE:20260227',
      'DTEND;VALUE=DATE:20260301',
      'STATUS:CONFIRMED',
    ]),
  )
})

test('texts are escaped, and control characters are removed', () => {
  const lines = unfolded(format({ title: 'a\\b;c,d\r\ne\nf\u0007', description: 'BEGIN:VEVENT\nEND:VEVENT' }))
  expect(lines).toContain('SUMMARY:a\\\\b\\;c\\,d\\ne\\nf')
  expect(lines).toContain('DESCRIPTION:BEGIN:VEVENT\\nEND:VEVENT')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
})

test('no line has more than 75 bytes, and folding loses no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const title = text.replaceAll(/[\\;,\p{C}]/gu, '')
      const calendar = format({ title })
      for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(unfolded(calendar)).toContain(`SUMMARY:${title}`)
    }),
  )
})

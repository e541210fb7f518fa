import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#common/platform/clock.ts'
import {
  addMonths,
  getAdjacentCalendarPeriod,
  getMonthOfDay,
  getWeeksOverlappingMonth,
  isWeekend,
  parseVisibleCalendarRange,
  weekStart,
} from '#web/work/listing/layouts/calendar/date-grid.ts'

const weekday = fc.constantFrom(0, 1, 2, 3, 4, 5, 6)
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const nothing = { month: null, week: null }

test('a month consists of whole weeks', () => {
  fc.assert(
    fc.property(day, weekday, (one, begin) => {
      const month = getMonthOfDay(one)
      const weeks = getWeeksOverlappingMonth(month, begin)
      const days = weeks.flat()
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      expect(weeks.every((week) => week.some((each) => getMonthOfDay(each) === month))).toBe(true)
      expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(begin)
      expect(days.every((each, at) => at === 0 || each === addDays(days[at - 1] ?? '', 1))).toBe(true)
      expect(days).toContain(one)
      expect(days).toContain(addDays(`${addMonths(month, 1)}-01`, -1))
    }),
  )
})

test("a week starts on the user's first day", () => {
  expect(weekStart('2026-11-18', 0)).toBe('2026-11-15')
  expect(weekStart('2026-11-18', 1)).toBe('2026-11-16')
  expect(weekStart('2026-11-18', 3)).toBe('2026-11-18')
  expect(weekStart('2026-11-18', 4)).toBe('2026-11-12')
})

test('February can have exactly four weeks', () => {
  expect(getWeeksOverlappingMonth('2027-02', 1)).toHaveLength(4)
  expect(getWeeksOverlappingMonth('2027-02', 0)).toHaveLength(5)
  expect(getWeeksOverlappingMonth('2026-08', 0)).toHaveLength(6)
})

test('next and previous lead back to the same range', () => {
  fc.assert(
    fc.property(day, weekday, fc.constantFrom('month' as const, 'week' as const), (today, begin, span) => {
      const at = (one: string) => parseVisibleCalendarRange(span, { ...nothing, [span]: one }, today, begin)
      const send = (one: string) => (span === 'month' ? getMonthOfDay(one) : one)
      const here = at(send(today))
      const next = at(send(getAdjacentCalendarPeriod(here, 1)))
      const before = at(send(getAdjacentCalendarPeriod(here, -1)))
      expect(here.weeks.flat()).toContain(today)
      expect(next.weeks).not.toEqual(here.weeks)
      expect(at(send(getAdjacentCalendarPeriod(next, -1)))).toEqual(here)
      expect(at(send(getAdjacentCalendarPeriod(before, 1)))).toEqual(here)
    }),
  )
})

test('without URL parameters the calendar shows today', () => {
  expect(parseVisibleCalendarRange('month', nothing, '2026-11-21', 1).month).toBe('2026-11')
  expect(parseVisibleCalendarRange('week', nothing, '2026-11-21', 1).weeks).toEqual([
    ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  ])
})

test('invalid URL parameters show today', () => {
  for (const wrong of ['', '2026-13', '2026-1', 'soon', '2026-11-21']) {
    expect(parseVisibleCalendarRange('month', { month: wrong, week: wrong }, '2026-05-05', 1).month).toBe(
      wrong === '2026-11-21' ? '2026-11' : '2026-05',
    )
  }
})

test('switching between month and week keeps the date', () => {
  // Most days of the week of 30 November are in December.
  expect(parseVisibleCalendarRange('month', { month: null, week: '2026-11-30' }, '2026-05-05', 1).month).toBe(
    '2026-12',
  )
  expect(
    parseVisibleCalendarRange('week', { month: '2026-12', week: null }, '2026-05-05', 1).weeks[0]?.[0],
  ).toBe('2026-11-30')
  expect(
    parseVisibleCalendarRange('week', { month: '2026-05', week: null }, '2026-05-13', 1).weeks[0]?.[0],
  ).toBe('2026-05-11')
})

test('the weekend is Saturday and Sunday', () => {
  const days = ['2026-11-16', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
  expect(days.filter(isWeekend)).toEqual(['2026-11-21', '2026-11-22'])
})

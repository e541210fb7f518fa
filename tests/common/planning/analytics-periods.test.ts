import { describe, expect, test } from 'vitest'
import {
  dayRangeOfFilter,
  granularityForRange,
  listPeriodsInRange,
  startOfPeriod,
} from '#common/planning/analytics/periods.ts'

const clock = { today: '2026-03-15' }

describe('a date filter', () => {
  test('means days that end today, except yesterday', () => {
    expect(dayRangeOfFilter({}, clock)).toBeNull()
    expect(dayRangeOfFilter({ date_filter: 'yesterday' }, clock)).toEqual({
      first: '2026-03-14',
      last: '2026-03-14',
    })
    expect(dayRangeOfFilter({ date_filter: 'last_7_days' }, clock)).toEqual({
      first: '2026-03-08',
      last: '2026-03-15',
    })
    expect(dayRangeOfFilter({ date_filter: 'last_3_months' }, clock)).toEqual({
      first: '2025-12-15',
      last: '2026-03-15',
    })
  })

  test('of its own needs both days in their order', () => {
    const own = { date_filter: 'custom', start_date: '2026-01-01', end_date: '2026-01-31' } as const
    expect(dayRangeOfFilter(own, clock)).toEqual({ first: '2026-01-01', last: '2026-01-31' })
    expect(() => dayRangeOfFilter({ ...own, start_date: undefined }, clock)).toThrow('needs a start date')
    expect(() => dayRangeOfFilter({ ...own, end_date: undefined }, clock)).toThrow('needs an end date')
    expect(() => dayRangeOfFilter({ ...own, end_date: '2025-12-31' }, clock)).toThrow('before the start date')
  })
})

describe('a period', () => {
  test('begins on the first day of its week or month', () => {
    expect(startOfPeriod('2026-03-15', 'day', 0)).toBe('2026-03-15')
    expect(startOfPeriod('2026-03-18', 'week', 0)).toBe('2026-03-15')
    expect(startOfPeriod('2026-03-18', 'week', 1)).toBe('2026-03-16')
    expect(startOfPeriod('2026-03-18', 'month', 0)).toBe('2026-03-01')
  })

  test('is a day in short ranges and a month in long ones', () => {
    expect(granularityForRange({ first: '2026-01-01', last: '2026-03-15' })).toBe('day')
    expect(granularityForRange({ first: '2025-01-01', last: '2026-03-15' })).toBe('month')
  })

  test('follows the one before without a gap', () => {
    expect(listPeriodsInRange({ first: '2025-11-30', last: '2026-02-01' }, 'month', 0)).toEqual([
      ...['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'],
    ])
    expect(listPeriodsInRange({ first: '2026-03-01', last: '2026-03-16' }, 'week', 1)).toEqual([
      ...['2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16'],
    ])
  })
})

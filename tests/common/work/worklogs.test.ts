import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languageCodes, languages } from '#common/locales/languages.ts'
import { formatMinutes, parseMinutes } from '#common/platform/minutes.ts'
import {
  elapsedTimerMinutes,
  lastAllowedWorklogDay,
  parseWorklogDuration,
  weekRangeOfDay,
  worklogDayProblem,
} from '#common/work/worklogs/rules.ts'
import { loadTranslations } from '../../../scripts/locales.mjs'

describe('a typed duration', () => {
  test.each([
    ['1h 30m', 90],
    ['1h30m', 90],
    ['1h30', 90],
    ['1H 30M', 90],
    [' 90m ', 90],
    ['90', 90],
    ['90 min', 90],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['.5h', null],
    ['1:30', 90],
    ['01:05', 65],
    ['0:45', 45],
    ['1:60', null],
    ['1:5', null],
    ['2h', 120],
    ['', null],
    ['0', null],
    ['0:00', null],
    ['-1h', null],
    ['h', null],
    ['an hour', null],
    ['1h 30m 10s', null],
  ])('%j is %j', (typed, minutes) => {
    expect(parseMinutes(typed)).toBe(minutes)
  })

  test('a displayed duration is parsed to the same value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        (minutes) => parseMinutes(formatMinutes(minutes)) === minutes,
      ),
    )
  })

  test.each(languageCodes)('a displayed duration is parsed to the same value in %s', (code) => {
    const all = loadTranslations(languages[code].tag)
    const text = (name: string) => all.get(`ui.duration.${name}`) ?? ''
    const texts = { hours: text('hours'), minutes: text('minutes'), both: text('both') }
    for (const minutes of [1, 59, 60, 61, 90, 600, 999_999])
      expect(parseMinutes(formatMinutes(minutes, texts), texts), formatMinutes(minutes, texts)).toBe(minutes)
    expect(parseMinutes('1h 30m', texts)).toBe(90)
  })

  test('a worklog is limited to a day', () => {
    expect([parseWorklogDuration('24h'), parseWorklogDuration('24h 1m'), parseWorklogDuration('1')]).toEqual([
      1440,
      null,
      1,
    ])
  })
})

test('a timer returns whole minutes, from one minute to a day', () => {
  const now = Date.parse('2026-03-04T12:00:00Z')
  const of = (startedAt: string) => elapsedTimerMinutes(startedAt, now)
  expect(of('2026-03-04T11:59:50Z')).toBe(1)
  expect(of('2026-03-04T12:00:30Z')).toBe(1)
  expect(of('2026-03-04T11:00:20Z')).toBe(60)
  expect(of('2026-03-01T12:00:00Z')).toBe(1440)
})

test('a week has seven days from the configured first day', () => {
  expect(weekRangeOfDay('2026-03-04', 1)).toEqual({ first: '2026-03-02', last: '2026-03-08' })
  expect(weekRangeOfDay('2026-03-04', 0)).toEqual({ first: '2026-03-01', last: '2026-03-07' })
  expect(weekRangeOfDay('2026-03-01', 1)).toEqual({ first: '2026-02-23', last: '2026-03-01' })
})

test('future days are rejected in every time zone', () => {
  const now = Date.parse('2026-03-04T09:59:00Z')
  expect(lastAllowedWorklogDay(now)).toBe('2026-03-04')
  expect(worklogDayProblem('2026-03-05', now)).toBe('to_come')
  expect(worklogDayProblem('2026-03-05', now + 60_000)).toBeNull()
  expect(worklogDayProblem('1969-12-31', now)).toBe('too_early')
})

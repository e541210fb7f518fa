import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { automaticCycles } from '#common/organization/projects/automatic-cycles.ts'
import { computeMissingAutomaticCycles, nextCycleNumber } from '#common/planning/cycles/automatic.ts'
import { addDays } from '#common/platform/clock.ts'

const weekly = { length: 7, gap: 0, ahead: 2, starts_on: '2026-03-02' }

describe('missing cycles', () => {
  test('are the current one and the configured number of upcoming ones', () => {
    expect(computeMissingAutomaticCycles(weekly, [], '2026-03-02')).toEqual([
      { first: '2026-03-02', last: '2026-03-08' },
      { first: '2026-03-09', last: '2026-03-15' },
      { first: '2026-03-16', last: '2026-03-22' },
    ])
  })

  test('may start in the future', () => {
    expect(computeMissingAutomaticCycles(weekly, [], '2026-02-20').map(({ first }) => first)).toEqual([
      '2026-03-02',
      '2026-03-09',
    ])
  })

  test('have the same days, however late they are created', () => {
    expect(computeMissingAutomaticCycles({ ...weekly, gap: 2, ahead: 1 }, [], '2026-03-22')).toEqual([
      { first: '2026-03-20', last: '2026-03-26' },
      { first: '2026-03-29', last: '2026-04-04' },
    ])
    // During a gap between two cycles, no cycle is running.
    expect(
      computeMissingAutomaticCycles({ ...weekly, gap: 2, ahead: 1 }, [], '2026-03-18').map(
        ({ first }) => first,
      ),
    ).toEqual(['2026-03-20'])
  })

  test('follow the current cycle and skip days of other cycles', () => {
    const runs = { first: '2026-03-01', last: '2026-03-10' }
    const later = { first: '2026-03-15', last: '2026-03-16' }
    expect(computeMissingAutomaticCycles({ ...weekly, ahead: 3 }, [runs, later], '2026-03-05')).toEqual([
      { first: '2026-03-17', last: '2026-03-23' },
      { first: '2026-03-24', last: '2026-03-30' },
    ])
  })

  test('are none if there are enough', () => {
    const all = computeMissingAutomaticCycles(weekly, [], '2026-03-02')
    expect(computeMissingAutomaticCycles(weekly, all, '2026-03-02')).toEqual([])
    expect(computeMissingAutomaticCycles(weekly, all, '2026-03-09')).toEqual([
      { first: '2026-03-23', last: '2026-03-29' },
    ])
  })

  test('are computed quickly for a first cycle long ago or far in the future', () => {
    const daily = { ...weekly, length: 1, ahead: 12, starts_on: '1000-01-01' }
    const began = performance.now()
    for (let time = 0; time < 100; time++) {
      expect(computeMissingAutomaticCycles(daily, [], '2026-03-02')[0]?.first).toBe('2026-03-02')
      const longAgo = { first: '1000-01-01', last: '1000-01-02' }
      expect(
        computeMissingAutomaticCycles({ ...daily, starts_on: '2026-01-01' }, [longAgo], '2026-03-02'),
      ).toHaveLength(13)
      // No cycle ends after the last supported day.
      expect(
        computeMissingAutomaticCycles({ ...daily, starts_on: '2999-12-30' }, [], '2026-03-02'),
      ).toHaveLength(2)
    }
    expect(performance.now() - began).toBeLessThan(2000)
    for (const starts_on of ['0001-01-01', '9999-12-31'])
      expect(automaticCycles.shape.starts_on.safeParse(starts_on).success).toBe(false)
  })

  test('never overlap, whatever exists and however much time passed', () => {
    const days = fc.nat(60)
    fc.assert(
      fc.property(
        fc.record({
          length: fc.integer({ min: 1, max: 20 }),
          gap: fc.nat(4),
          ahead: fc.integer({ min: 1, max: 4 }),
        }),
        days,
        fc.array(days, { minLength: 1, maxLength: 6 }),
        (setting, begin, looks) => {
          const all = [{ first: '2026-01-20', last: addDays('2026-01-20', begin % 9) }]
          let today = '2026-01-01'
          for (const later of looks) {
            const asked = { ...setting, starts_on: addDays('2026-01-01', begin - 30) }
            all.push(...computeMissingAutomaticCycles(asked, all, today))
            const sorted = all.toSorted((a, b) => a.first.localeCompare(b.first))
            for (const [at, one] of sorted.entries()) {
              const before = sorted[at - 1]
              if (before) expect(one.first > before.last).toBe(true)
            }
            expect(all.filter(({ first }) => first > today).length).toBeGreaterThanOrEqual(setting.ahead)
            today = addDays(today, later)
          }
        },
      ),
    )
  })
})

test('numbers continue after the highest', () => {
  expect(nextCycleNumber('Cycle', [])).toBe(1)
  expect(nextCycleNumber('Cycle', ['Cycle 2', 'Cycle 10', 'Cycle ten', 'Sprint 40', 'Cycle'])).toBe(11)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  datesOfNewBlock,
  extendDayNumberRange,
  ganttZooms,
  getBlockPixelPosition,
  getBlockSpan,
  type ItemDates,
  plainDateFromDayNumber,
  rangeAroundDay,
  shiftDates,
  toDayNumber,
  weekdayOfDayNumber,
} from '#web/work/listing/layouts/gantt/geometry.ts'
import { createPrintAxis, getPrintPosition } from '#web/work/listing/layouts/gantt/paper.ts'
import { type PeriodUnit, periodsBetween } from '#web/work/listing/layouts/gantt/periods.ts'
import {
  arrowHeadPath,
  createRoundedSvgPath,
  type LineEnd,
  routeRelationLine,
} from '#web/work/listing/layouts/gantt/route-line.ts'

const days = fc.integer({ min: toDayNumber('1990-01-01'), max: toDayNumber('2090-12-31') })
const zoom = fc.constantFrom(...ganttZooms)

describe('a day', () => {
  test('is unchanged after conversion to a number and back', () => {
    fc.assert(fc.property(days, (day) => toDayNumber(plainDateFromDayNumber(day)) === day))
  })

  test('has its weekday', () => {
    expect(weekdayOfDayNumber(toDayNumber('2026-03-01'))).toBe(0)
    expect(weekdayOfDayNumber(toDayNumber('1969-12-31'))).toBe(3)
  })
})

describe('the range of an axis', () => {
  test.each([
    ['week', '2025-11-01', '2026-07-31'],
    ['month', '2025-09-01', '2026-09-30'],
    ['quarter', '2024-03-01', '2028-03-31'],
  ] as const)('by %s is whole months around a day', (zoom, first, last) => {
    const range = rangeAroundDay(toDayNumber('2026-03-31'), zoom)
    expect([plainDateFromDayNumber(range.first), plainDateFromDayNumber(range.last)]).toEqual([first, last])
  })

  test('grows by whole months and keeps its days', () => {
    fc.assert(
      fc.property(days, zoom, fc.constantFrom('start', 'end'), (day, zoom, at) => {
        const before = rangeAroundDay(day, zoom)
        const after = extendDayNumberRange(before, at, zoom)
        expect(plainDateFromDayNumber(after.first).slice(8)).toBe('01')
        expect(plainDateFromDayNumber(after.last + 1).slice(8)).toBe('01')
        expect(after.first < before.first).toBe(at === 'start')
        expect(after.last > before.last).toBe(at === 'end')
      }),
    )
  })
})

describe('periods', () => {
  test.each([
    ['day', '2026-03-03', 1],
    ['week', '2026-03-02', 7],
    ['month', '2026-03-01', 31],
    ['quarter', '2026-01-01', 90],
    ['year', '2026-01-01', 365],
  ] as const)('by %s begin where they should', (unit, first, length) => {
    const day = toDayNumber('2026-03-03')
    expect(periodsBetween(unit, day, day, 1)).toEqual([{ first: toDayNumber(first), days: length }])
  })

  test('cover all days without gaps', () => {
    const unit = fc.constantFrom<PeriodUnit>('day', 'week', 'month', 'quarter', 'year')
    fc.assert(
      fc.property(unit, days, fc.nat(400), fc.nat(6), (unit, from, length, weekStartsOn) => {
        const found = periodsBetween(unit, from, from + length, weekStartsOn)
        const [one] = found
        expect(one?.first).toBeLessThanOrEqual(from)
        found.forEach(({ first, days: covered }, at) => {
          const next = found[at + 1]
          if (next) expect(next.first).toBe(first + covered)
          else expect(first + covered).toBeGreaterThan(from + length)
          if (unit === 'week') expect(weekdayOfDayNumber(first)).toBe(weekStartsOn)
        })
      }),
    )
  })
})

describe('the axis on paper', () => {
  const span = (first: string, last: string) => ({
    first: toDayNumber(first),
    last: toDayNumber(last),
    open: null,
  })
  const today = toDayNumber('2026-03-03')

  test('contains all days of all spans and starts with a whole period', () => {
    const spans = fc.array(
      fc.tuple(days, fc.nat(3000)).map(([first, length]) => ({ first, last: first + length, open: null })),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(spans, fc.nat(6), (spans, weekStartsOn) => {
        const axis = createPrintAxis(spans, today, weekStartsOn)
        for (const { first, last } of spans) {
          expect(first).toBeGreaterThanOrEqual(axis.first)
          expect(last).toBeLessThan(axis.first + axis.days)
          expect(getPrintPosition(first, axis)).toBeLessThan(getPrintPosition(last + 1, axis))
        }
        const [begin] = periodsBetween(axis.lower ?? axis.upper, axis.first, axis.first, weekStartsOn)
        expect(begin?.first).toBe(axis.first)
      }),
    )
  })

  test.each([
    ['2026-03-01', '2026-03-20', 'month', 'day'],
    ['2026-03-01', '2026-05-20', 'month', 'week'],
    ['2026-03-01', '2027-05-20', 'quarter', 'month'],
    ['2026-03-01', '2031-05-20', 'year', null],
  ])('from %s to %s names each %s and %s', (first, last, upper, lower) => {
    expect(createPrintAxis([span(first, last)], today, 1)).toMatchObject({ upper, lower })
  })

  test('without spans shows the current month', () => {
    expect(createPrintAxis([], today, 1)).toMatchObject({ first: toDayNumber('2026-03-01'), days: 31 })
  })
})

describe('a block', () => {
  const dates = (start_date: string | null, target_date: string | null): ItemDates => ({
    start_date,
    target_date,
  })

  test('covers its days including the last', () => {
    const span = getBlockSpan(dates('2026-03-03', '2026-03-05'), 'week')
    expect(span && getBlockPixelPosition(span, toDayNumber('2026-03-01'), 'week')).toEqual({
      left: 120,
      width: 180,
    })
  })

  test('with one date has an open end', () => {
    expect(getBlockSpan(dates('2026-03-03', null), 'month')).toEqual({
      first: toDayNumber('2026-03-03'),
      last: toDayNumber('2026-03-05'),
      open: 'end',
    })
    expect(getBlockSpan(dates(null, '2026-03-03'), 'week')).toMatchObject({ open: 'start' })
    expect(getBlockSpan(dates(null, null), 'week')).toBeNull()
  })

  test.each([
    ['week', '2026-03-03'],
    ['month', '2026-03-05'],
    ['quarter', '2026-03-14'],
  ] as const)('made by %s is sixty pixels wide', (zoom, last) => {
    const made = datesOfNewBlock(toDayNumber('2026-03-03'), zoom)
    expect(made).toEqual(dates('2026-03-03', last))
    const span = getBlockSpan(made, zoom)
    expect(span && getBlockPixelPosition(span, 0, zoom).width).toBe(60)
  })

  test('moves as a whole and keeps missing dates empty', () => {
    expect(shiftDates(dates('2026-02-27', '2026-03-01'), 'whole', 3, 'week')).toEqual(
      dates('2026-03-02', '2026-03-04'),
    )
    expect(shiftDates(dates(null, '2026-03-01'), 'whole', -1, 'week')).toEqual(dates(null, '2026-02-28'))
  })

  test('changes its length at one end', () => {
    const now = dates('2026-03-03', '2026-03-05')
    expect(shiftDates(now, 'start', -2, 'week')).toEqual(dates('2026-03-01', '2026-03-05'))
    expect(shiftDates(now, 'end', 2, 'week')).toEqual(dates('2026-03-03', '2026-03-07'))
    expect(shiftDates(now, 'start', 9, 'week')).toEqual(dates('2026-03-05', '2026-03-05'))
    expect(shiftDates(now, 'end', -9, 'week')).toEqual(dates('2026-03-03', '2026-03-03'))
  })

  test('gets a date when its open end is dragged', () => {
    expect(shiftDates(dates('2026-03-03', null), 'end', 2, 'month')).toEqual(
      dates('2026-03-03', '2026-03-07'),
    )
    expect(shiftDates(dates('2026-03-03', null), 'start', 2, 'month')).toEqual(dates('2026-03-05', null))
    expect(shiftDates(dates(null, '2026-03-05'), 'start', -1, 'week')).toEqual(
      dates('2026-03-04', '2026-03-05'),
    )
  })

  test('never ends before it starts', () => {
    const grip = fc.constantFrom('start', 'end', 'whole')
    const shift = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(days, fc.nat(90), grip, shift, zoom, (first, length, grip, by, zoom) => {
        const before = dates(plainDateFromDayNumber(first), plainDateFromDayNumber(first + length))
        const after = shiftDates(before, grip, by, zoom)
        expect(toDayNumber(after.start_date ?? '')).toBeLessThanOrEqual(toDayNumber(after.target_date ?? ''))
      }),
    )
  })
})

describe('a line between two blocks', () => {
  const at = fc.record<LineEnd>({
    x: fc.integer({ min: -500, max: 500 }),
    y: fc.integer({ min: 0, max: 40 }).map((row) => row * 44 + 22),
    side: fc.constantFrom('start', 'end'),
  })

  test('has right angles and leaves each block on its side', () => {
    fc.assert(
      fc.property(at, at, (from, to) => {
        fc.pre(from.y !== to.y)
        const points = routeRelationLine(from, to, 44)
        points.forEach((point, index) => {
          const before = points[index - 1]
          if (before) expect(point.x === before.x || point.y === before.y).toBe(true)
        })
        for (const [end, next] of [
          [from, points[1]],
          [to, points.at(-2)],
        ] as const) {
          expect(next?.y).toBe(end.y)
          expect(Math.sign((next?.x ?? 0) - end.x)).toBe(end.side === 'end' ? 1 : -1)
        }
      }),
    )
  })

  test('runs backwards between two rows', () => {
    const points = routeRelationLine({ x: 100, y: 22, side: 'end' }, { x: 40, y: 110, side: 'start' }, 44)
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [100, 22],
      [110, 22],
      [110, 44],
      [30, 44],
      [30, 110],
      [40, 110],
    ])
  })

  test('becomes a path with rounded corners', () => {
    const points = routeRelationLine({ x: 0, y: 22, side: 'end' }, { x: 60, y: 66, side: 'start' }, 44)
    expect(createRoundedSvgPath(points)).toBe('M0 22L5 22Q10 22 10 27L10 61Q10 66 15 66L60 66')
    expect(arrowHeadPath({ x: 60, y: 66, side: 'start' })).toBe('M55 62.5L60 66L55 69.5')
  })
})

import { describe, expect, test } from 'vitest'
import { clockIn } from '#common/listing/clock.ts'
import { type Part, readParts, writeParts } from '#web/listing/filters/leaf.ts'
import { allOf, meaningOf, type RichFilters } from '#web/listing/rich-filters.ts'

const id = '01920000-0000-7000-8000-00000000000a'
const clock = clockIn('UTC')

describe('filters of the bar', () => {
  const parts: Part[] = [
    { kind: 'filter', filter: { property: 'priority', operator: 'in', values: ['urgent', 'high'] } },
    { kind: 'filter', filter: { property: 'labels', operator: 'not_in', values: [id, 'None'] } },
    {
      kind: 'filter',
      filter: { property: 'target_date', operator: 'between', values: ['2026-01-01', '2026-01-31'] },
    },
    { kind: 'filter', filter: { property: 'created_at', operator: 'is', values: ['2026-01-02'] } },
    { kind: 'other', expression: { or: [{ priority: 'low' }, { state_group: 'started' }] } },
  ]

  test('are written and read back as they were, and the language understands each', () => {
    expect(readParts(writeParts(parts))).toEqual(parts)
    expect(meaningOf(writeParts(parts), clock)).toMatchObject({ kind: 'all' })
  })

  test('say nothing before they have a value', () => {
    expect(
      writeParts([{ kind: 'filter', filter: { property: 'priority', operator: 'in', values: [] } }]),
    ).toEqual({})
  })

  test.each<[RichFilters, Part[]]>([
    [{}, []],
    [
      { priority: 'low' },
      [{ kind: 'filter', filter: { property: 'priority', operator: 'in', values: ['low'] } }],
    ],
    [
      { priority__in: ['low', 'high'] },
      [{ kind: 'filter', filter: { property: 'priority', operator: 'in', values: ['low', 'high'] } }],
    ],
    [{ cycle_id: id }, [{ kind: 'other', expression: { cycle_id: id } }]],
    [{ priority: 'low', state_id: id }, [{ kind: 'other', expression: { priority: 'low', state_id: id } }]],
  ])('are read from what others have written: %j', (expression, expected) => {
    expect(readParts(expression)).toEqual(expected)
  })
})

test('expressions are joined without being nested deeper than they must', () => {
  expect(allOf(null, {}, {})).toEqual({})
  expect(allOf({ priority: 'low' }, {})).toEqual({ priority: 'low' })
  expect(allOf({ and: [{ priority: 'low' }, { state_id: id }] }, { label_id: id })).toEqual({
    and: [{ priority: 'low' }, { state_id: id }, { label_id: id }],
  })
})

test('an expression that means nothing is told from one that means everything', () => {
  expect(meaningOf({}, clock)).toEqual({ kind: 'all', of: [] })
  expect(meaningOf({ nonsense: 1 }, clock)).toBeNull()
})

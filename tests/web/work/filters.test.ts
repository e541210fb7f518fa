import { describe, expect, test } from 'vitest'
import { createClock } from '#common/platform/clock.ts'
import { matchingOptions } from '#web/platform/ui/picker-options.ts'
import {
  addFilterWithValue,
  type FilterBarEntry,
  filterBarEntriesToFilters,
  filtersToFilterBarEntries,
  type PropertyFilter,
} from '#web/work/listing/filters/leaf.ts'
import { applyDateFilterChoice, dateFilterOptions } from '#web/work/listing/filters/when.ts'
import {
  combineFilters,
  filtersToListingCondition,
  type RichFilters,
} from '#web/work/listing/rich-filters.ts'

const id = '01920000-0000-7000-8000-00000000000a'
const clock = createClock('UTC')

describe('filters of the bar', () => {
  const parts: FilterBarEntry[] = [
    { kind: 'filter', filter: { property: 'priority', operator: 'in', values: ['urgent', 'high'] } },
    { kind: 'filter', filter: { property: 'labels', operator: 'not_in', values: [id, 'None'] } },
    {
      kind: 'filter',
      filter: { property: 'target_date', operator: 'between', values: ['2026-01-01', '2026-01-31'] },
    },
    { kind: 'filter', filter: { property: 'created_at', operator: 'on', values: ['2026-01-02'] } },
    { kind: 'filter', filter: { property: 'completed_at', operator: 'before', values: ['2026-01-02'] } },
    { kind: 'filter', filter: { property: 'updated_at', operator: 'after', values: ['2026-01-02'] } },
    { kind: 'filter', filter: { property: 'start_date', operator: 'within', values: ['next_10_days'] } },
    { kind: 'filter', filter: { property: 'target_date', operator: 'within', values: ['overdue'] } },
    { kind: 'filter', filter: { property: 'target_date', operator: 'not_empty', values: [] } },
    { kind: 'filter', filter: { property: 'parent', operator: 'empty', values: [] } },
    { kind: 'filter', filter: { property: 'title', operator: 'contains', values: ['a, b'] } },
    { kind: 'filter', filter: { property: 'title', operator: 'not_contains', values: ['c'] } },
    { kind: 'other', expression: { or: [{ priority: 'low' }, { state_group: 'started' }] } },
  ]

  test('are written, read back unchanged and valid in the filter language', () => {
    expect(filtersToFilterBarEntries(filterBarEntriesToFilters(parts))).toEqual(parts)
    expect(filtersToListingCondition(filterBarEntriesToFilters(parts), clock)).toMatchObject({ kind: 'all' })
  })

  test('a further value of a property extends its filter', () => {
    const urgent: PropertyFilter = { property: 'priority', operator: 'in', values: ['urgent'] }
    const [high, overdue]: PropertyFilter[] = [
      { ...urgent, values: ['high'] },
      { property: 'target_date', operator: 'within', values: ['overdue'] },
    ]
    const one = addFilterWithValue([], urgent)
    expect(one).toEqual([{ kind: 'filter', filter: urgent }])
    const both = { ...urgent, values: ['urgent', 'high'] }
    expect(addFilterWithValue(one, high ?? urgent)).toEqual([{ kind: 'filter', filter: both }])
    const without: FilterBarEntry[] = [{ kind: 'filter', filter: { ...urgent, operator: 'not_in' } }]
    expect(addFilterWithValue(without, urgent)).toEqual(one)
    expect(addFilterWithValue(one, overdue ?? urgent)).toHaveLength(2)
  })

  test('are ignored before they have a value', () => {
    expect(
      filterBarEntriesToFilters([
        { kind: 'filter', filter: { property: 'priority', operator: 'in', values: [] } },
      ]),
    ).toEqual({})
  })

  test.each<[RichFilters, FilterBarEntry[]]>([
    [{}, []],
    [
      { priority: 'low' },
      [{ kind: 'filter', filter: { property: 'priority', operator: 'in', values: ['low'] } }],
    ],
    [
      { priority__in: ['low', 'high'] },
      [{ kind: 'filter', filter: { property: 'priority', operator: 'in', values: ['low', 'high'] } }],
    ],
    [{ created_at__isnull: true }, [{ kind: 'other', expression: { created_at__isnull: true } }]],
    [{ parent_id: id }, [{ kind: 'other', expression: { parent_id: id } }]],
    [{ target_date__gte: '2026-01-02' }, [{ kind: 'other', expression: { target_date__gte: '2026-01-02' } }]],
    [{ priority: 'low', state_id: id }, [{ kind: 'other', expression: { priority: 'low', state_id: id } }]],
  ])('are read from what others have written: %j', (expression, expected) => {
    expect(filtersToFilterBarEntries(expression)).toEqual(expected)
  })
})

describe('choosing when', () => {
  const due: PropertyFilter = { property: 'target_date', operator: 'within', values: ['next_7_days'] }
  const today = { ...clock, today: '2026-03-10' }

  test('starts with the days of the previous operator', () => {
    expect(applyDateFilterChoice(due, 'between', today)).toEqual({
      property: 'target_date',
      operator: 'between',
      values: ['2026-03-10', '2026-03-16'],
    })
    expect(applyDateFilterChoice(due, 'after', today).values).toEqual(['2026-03-16'])
    expect(applyDateFilterChoice({ ...due, values: ['overdue'] }, 'before', today).values).toEqual([
      '2026-03-10',
    ])
    expect(applyDateFilterChoice({ ...due, values: [] }, 'last_week', today).values).toEqual(['last_week'])
    expect(applyDateFilterChoice(due, 'empty', today).values).toEqual([])
  })

  test('interprets a number as days, in the past for past moments', () => {
    const labels = (name: 'target_date' | 'created_at', typed: string) =>
      matchingOptions(dateFilterOptions(name, typed), typed).map((option) => option.label)
    expect(labels('target_date', '10')).toEqual(['in the next 10 days', 'in the last 10 days'])
    expect(labels('created_at', '10')).toEqual(['in the last 10 days'])
    expect(labels('created_at', 'empty')).toEqual([])
    expect(labels('target_date', 'empty')).toEqual(['is empty', 'is not empty'])
  })

  test('offers only valid operators and periods', () => {
    for (const name of ['target_date', 'start_date', 'created_at', 'updated_at', 'completed_at'] as const) {
      for (const { value } of dateFilterOptions(name, '3')) {
        const filter = applyDateFilterChoice({ property: name, operator: 'within', values: [] }, value, today)
        expect(
          filtersToListingCondition(filterBarEntriesToFilters([{ kind: 'filter', filter }]), today),
        ).not.toBeNull()
        expect(filtersToFilterBarEntries(filterBarEntriesToFilters([{ kind: 'filter', filter }]))).toEqual([
          { kind: 'filter', filter },
        ])
      }
    }
  })
})

test('combined expressions are nested as little as possible', () => {
  expect(combineFilters(null, {}, {})).toEqual({})
  expect(combineFilters({ priority: 'low' }, {})).toEqual({ priority: 'low' })
  expect(combineFilters({ and: [{ priority: 'low' }, { state_id: id }] }, { label_id: id })).toEqual({
    and: [{ priority: 'low' }, { state_id: id }, { label_id: id }],
  })
})

test('an invalid expression differs from an empty one', () => {
  expect(filtersToListingCondition({}, clock)).toEqual({ kind: 'all', of: [] })
  expect(filtersToListingCondition({ nonsense: 1 }, clock)).toBeNull()
})

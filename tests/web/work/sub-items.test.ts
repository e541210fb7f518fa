import { expect, test } from 'vitest'
import { createClock } from '#common/platform/clock.ts'
import { noSubItemFilters, subItemFiltersToRichFilters } from '#web/work/detail/sub-items/settings.ts'
import { filtersToListingCondition } from '#web/work/listing/rich-filters.ts'

const today = '2026-11-29'
const expressionOf = (change: Partial<typeof noSubItemFilters>) =>
  subItemFiltersToRichFilters({ ...noSubItemFilters, ...change }, today)

test('no filters match everything', () => {
  expect(expressionOf({})).toEqual({})
})

test('values of one filter are alternatives, several filters must all match', () => {
  expect(expressionOf({ priority: ['urgent', 'high'], assignees: ['a'] })).toEqual({
    and: [{ priority__in: 'urgent,high' }, { assignee_id__in: 'a' }],
  })
})

test('periods become ranges of days', () => {
  expect(expressionOf({ target_date: ['overdue'] })).toEqual({
    target_date__range: '1000-01-01,2026-11-28',
  })
  expect(expressionOf({ start_date: ['this_week', 'next_week'] })).toEqual({
    or: [{ start_date__range: '2026-11-29,2026-12-05' }, { start_date__range: '2026-12-06,2026-12-12' }],
  })
})

test('the server and the client understand every filter', () => {
  const filters = expressionOf({
    state: ['01a227de-4ce2-7499-8d79-ab1bf941226a'],
    priority: ['urgent'],
    assignees: ['01a227de-4ce2-7499-8d79-ab1bf941226a'],
    start_date: ['none', 'this_week'],
    target_date: ['overdue', 'next_week', 'none'],
  })
  expect(
    filtersToListingCondition(filters, createClock('UTC', 0, new Date(`${today}T12:00:00Z`))),
  ).not.toBeNull()
})

import { describe, expect, test } from 'vitest'
import { createClock } from '#common/platform/clock.ts'
import { AppError } from '#common/platform/errors.ts'
import { type DateField, type ListingCondition, matchesCondition } from '#common/work/listing/condition.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import {
  effectiveArrangement,
  type ListingArrangement,
  listingPageSize,
} from '#common/work/listing/display.ts'
import { type LegacyFilters, parseLegacyFilters } from '#common/work/listing/legacy-filters.ts'
import { columnsAffectingListing, createListing, matchesListing } from '#common/work/listing/listing.ts'
import { parseFiltersFromRequest } from '#common/work/listing/request-filters.ts'
import type { RichFilterProblem } from '#common/work/listing/rich-filters.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'

const a = '01920000-0000-7000-8000-00000000000a'
const b = '01920000-0000-7000-8000-00000000000b'
const clock = createClock('Europe/Berlin', 1, new Date('2026-03-10T12:00:00Z'))

const row: WorkItemRow = {
  id: a,
  workspace_id: a,
  project_id: a,
  sequence_id: 1,
  name: 'Straße nach Rom',
  state_id: a,
  state__group: 'started',
  priority: 'high',
  sort_order: 1,
  start_date: '2026-03-08',
  target_date: null,
  completed_at: null,
  parent_id: null,
  cycle_id: null,
  type_id: null,
  is_epic: false,
  epic_id: null,
  estimate_point: null,
  assignee_ids: [a, b],
  label_ids: [],
  module_ids: [],
  subscriber_ids: [b],
  mention_ids: [a],
  sub_issues_count: 0,
  link_count: 0,
  attachment_count: 0,
  git_state: null,
  is_draft: false,
  archived_at: null,
  // In Berlin, this is already the second of March.
  created_at: '2026-03-01T23:30:00.000Z',
  updated_at: '2026-03-09T23:00:00.000Z',
  created_by: a,
  updated_by: a,
}

describe('a comma-separated filter', () => {
  test.each<[LegacyFilters, boolean]>([
    [{ state: a }, true],
    [{ state: `${b},${a.toUpperCase()}` }, true],
    [{ state: b }, false],
    [{ state: 'null' }, true],
    [{ state: '' }, true],
    [{ state: 'nonsense' }, false],
    [{ state_group: 'backlog,started' }, true],
    [{ priority: 'low,none' }, false],
    [{ assignees: b }, true],
    [{ labels: a }, false],
    [{ labels: 'None' }, true],
    [{ labels: `null,None,${a}` }, true],
    [{ assignees: 'None' }, false],
    [{ cycle: 'None', module: 'None', parent: 'None' }, true],
    [{ subscriber: b, created_by: a, project: a }, true],
    [{ subscriber: a }, false],
    [{ team_project: a }, true],
    [{ team_project: b }, false],
    [{ mentions: `${b},${a}` }, true],
    [{ mentions: b }, false],
    [{ estimate_point: a }, false],
    [{ name: 'STRASSE' }, false],
    [{ name: 'straße NACH' }, true],
    [{ start_target_date: 'true' }, true],
    [{ start_target_date: 'false' }, true],
    [{ state: a, priority: 'low' }, false],
  ])('%j of an item answers %s', (filters, expected) => {
    expect(matchesCondition(parseLegacyFilters(filters, clock), row)).toBe(expected)
  })
})

describe('a date', () => {
  test.each<[DateField, string, boolean]>([
    ['start_date', '2026-03-08', true],
    ['start_date', '2026-03-07', false],
    ['start_date', '2026-03-08;after', true],
    ['start_date', '2026-03-09;after', false],
    ['start_date', '2026-03-08;before', true],
    ['start_date', '2026-03-07;before', false],
    ['start_date', '2026-03-01;after,2026-03-08;before', true],
    ['start_date', '2026-03-01;after,2026-03-07;before', false],
    // Today is the tenth of March, so one week ago is the third, and one month ago is the eighth of February.
    ['start_date', '1_weeks;after', true],
    ['start_date', '1_weeks;before', false],
    ['start_date', '1_months;after', true],
    ['start_date', '1_weeks;before;fromnow', true],
    ['start_date', '1_months;after;fromnow', false],
    ['target_date', '1_weeks;before;fromnow', false],
    ['target_date', 'None', true],
    ['created_at', '2026-03-02', true],
    ['created_at', '2026-03-01', false],
    ['updated_at', '2026-03-10;after', true],
    ['updated_at', '2026-03-09;before', false],
    ['completed_at', '2026-03-09;after', false],
  ])('of %s reads %s, which answers %s', (field, text, expected) => {
    expect(matchesCondition(parseLegacyFilters({ [field]: text }, clock), row)).toBe(expected)
  })

  test.each(['soon', '2026-02-30', '2026-03-08;around', '0_years;after', ';after', '9999_weeks;after'])(
    'that says %s is ignored',
    (text) => {
      expect(matchesCondition(parseLegacyFilters({ target_date: text }, clock), row)).toBe(true)
      expect(matchesCondition(parseLegacyFilters({ start_date: `${text},2026-03-07` }, clock), row)).toBe(
        false,
      )
    },
  )

  test.each([
    ['UTC', '2026-03-08', '2026-03-08T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    // The clocks went from 0:00 to 1:00, so the day began at one.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // The clocks went from 0:00 back to 23:00, so the day before had 25 hours.
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
  ])('begins in %s on %s at %s', (zone, day, moment) => {
    expect(createClock(zone).startOf(day)).toBe(moment)
  })
})

describe('a filter tree', () => {
  test.each<[object, boolean]>([
    [{}, true],
    [{ priority: 'high' }, true],
    [{ priority__exact: 'low' }, false],
    [{ priority__in: 'low,high' }, true],
    [{ priority__in: ['low', 'high'] }, true],
    [{ priority: 'high', state_group: 'backlog' }, false],
    [{ and: [{ state_id: a }, { project_id__in: [a] }] }, true],
    [{ or: [{ state_id: b }, { assignee_id: b }] }, true],
    [{ not: { label_id: a } }, true],
    [{ not: { assignee_id: a } }, false],
    [{ not: { target_date__exact: '2026-03-08' } }, true],
    [{ start_date__range: '2026-03-08,2026-03-08' }, true],
    [{ start_date__range: ['2026-03-09', '2026-03-12'] }, false],
    [{ created_at__exact: '2026-03-02' }, true],
    [{ updated_at__range: '2026-03-10,2026-03-11' }, true],
    [{ is_draft: false, is_archived: 'false' }, true],
    [{ subscriber_id: b, created_by_id: a }, true],
    [{ mention_id: a }, true],
    [{ not: { mention_id__in: [a, b] } }, false],
    [{ cycle_id: a }, false],
    // Today is Tuesday, the tenth of March. Weeks begin on Monday.
    [{ start_date__within: 'this_week' }, false],
    [{ start_date__within: 'last_week' }, true],
    [{ start_date__within: 'this_month' }, true],
    [{ start_date__within: 'last_month' }, false],
    [{ start_date__within: 'last_2_days' }, false],
    [{ start_date__within: 'last_3_days' }, true],
    [{ start_date__within: 'next_999_days' }, false],
    [{ updated_at__within: 'today' }, true],
    [{ updated_at__within: 'yesterday' }, false],
    [{ updated_at__within: 'next_1_days' }, true],
    [{ created_at__within: 'last_9_days' }, true],
    [{ created_at__within: 'last_8_days' }, false],
    [{ target_date__within: 'next_month' }, false],
    [{ not: { target_date__within: 'overdue' } }, true],
    [{ start_date__lt: '2026-03-08' }, false],
    [{ start_date__lte: '2026-03-08' }, true],
    [{ start_date__gt: '2026-03-08' }, false],
    [{ start_date__gte: '2026-03-08' }, true],
    [{ created_at__gt: '2026-03-01' }, true],
    [{ created_at__lt: '2026-03-02' }, false],
    [{ target_date__lt: '2999-12-31' }, false],
    [{ target_date__isnull: true, parent_id__isnull: 'true', label_id__isnull: true }, true],
    [{ completed_at__isnull: false }, false],
    [{ assignee_id__isnull: false, mention_id__isnull: false }, true],
    [{ name__icontains: 'STRASSE' }, false],
    [{ name__icontains: 'straße, NACH' }, false],
    [{ name__icontains: 'straße NACH' }, true],
    [{ sequence_id__startswith: '1' }, true],
    [{ sequence_id__startswith: '10' }, false],
    [{ label_id__in: 'None' }, true],
    [{ label_id__in: `${a},None` }, true],
    [{ not: { assignee_id__in: ['None', b] } }, false],
    [{ and: [{ and: [{ and: [{ and: [{ priority: 'high' }] }] }] }] }, true],
  ])('%j answers %s', (tree, expected) => {
    expect(matchesCondition(parseFiltersFromRequest(JSON.stringify(tree), clock), row)).toBe(expected)
    expect(matchesCondition(parseFiltersFromRequest(tree, clock), row)).toBe(expected)
  })

  test.each<[unknown, RichFilterProblem]>([
    [[], 'invalid_filter_type'],
    ['3', 'invalid_filter_type'],
    ['null', 'invalid_filter_type'],
    ['{', 'invalid_json'],
    [{ password_hash: 'x' }, 'invalid_filter_field'],
    [{ constructor: 'x' }, 'invalid_filter_field'],
    [{ priority__range: 'low,high' }, 'invalid_filter_field'],
    [{ priority__gt: 'low' }, 'invalid_filter_field'],
    [{ priority: 'huge' }, 'invalid_filterset'],
    [{ state_id: 'nonsense' }, 'invalid_filterset'],
    [{ start_date__exact: 'soon' }, 'invalid_filterset'],
    [{ start_date__range: '2026-03-08' }, 'invalid_filterset'],
    [{ start_date__within: 'soon' }, 'invalid_filterset'],
    [{ start_date__within: 'constructor' }, 'invalid_filterset'],
    [{ start_date__within: 'next_0_days' }, 'invalid_filterset'],
    [{ start_date__within: 'next_1000_days' }, 'invalid_filterset'],
    [{ start_date__within: 'overdue' }, 'invalid_filterset'],
    [{ start_date__lt: '2026-02-30' }, 'invalid_filterset'],
    [{ start_date__lt: '2026-02-01,2026-02-02' }, 'invalid_filterset'],
    [{ name__icontains: 'a\0b' }, 'invalid_filterset'],
    [{ name__icontains: '\ud800' }, 'invalid_filterset'],
    [{ sequence_id__startswith: '1%' }, 'invalid_filterset'],
    [{ name__icontains: ' ' }, 'empty_list_value'],
    [{ target_date__within: ['today'] }, 'invalid_value_type'],
    [{ target_date__isnull: 'perhaps' }, 'invalid_value_type'],
    [{ created_at__isnull: true }, 'invalid_filter_field'],
    [{ state_id__isnull: true }, 'invalid_filter_field'],
    [{ is_draft__isnull: true }, 'invalid_filter_field'],
    [{ state_id__within: 'today' }, 'invalid_filter_field'],
    [{ name: 'Rom' }, 'invalid_filter_field'],
    [{ priority__icontains: 'low' }, 'invalid_filter_field'],
    [{ and: [{ and: [{ and: [{ and: [{ and: [{ priority: 'high' }] }] }] }] }] }, 'max_depth_exceeded'],
    [{ and: [{}] }, 'empty_filter_object'],
    [{ and: [{ priority: 'low' }], or: [{ priority: 'low' }] }, 'multiple_logical_operators'],
    [{ and: [{ priority: 'low' }], priority: 'low' }, 'mixed_operator_and_fields'],
    [{ and: [] }, 'invalid_operator_children'],
    [{ or: { priority: 'low' } }, 'invalid_operator_children'],
    [{ and: ['x'] }, 'invalid_operator_child_type'],
    [{ not: [{ priority: 'low' }] }, 'invalid_not_child'],
    [{ __in: 'x' }, 'invalid_leaf'],
    [{ AND: [{ priority: 'low' }] }, 'operator_in_leaf'],
    [{ priority__in: [] }, 'empty_list_value'],
    [{ priority__in: ',' }, 'empty_list_value'],
    [{ priority__in: [['low']] }, 'non_scalar_list_item'],
    [{ priority: ['low'] }, 'invalid_value_type'],
    [{ priority: null }, 'invalid_value_type'],
    [{ priority: { is: 'low' } }, 'invalid_value_type'],
    [{ is_draft: 'maybe' }, 'invalid_value_type'],
  ])('%j is refused as %s', (tree, problem) => {
    const read = () => parseFiltersFromRequest(tree, clock)
    expect(read).toThrow(AppError)
    expect(refusalOf(read)).toMatchObject({ code: 'invalid', details: { error_message: problem } })
    expect(Object.keys(refusalOf(read)?.details.fields ?? {})).toEqual(['filters'])
  })
})

function refusalOf(read: () => ListingCondition): AppError | null {
  try {
    read()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  return null
}

test('a listing depends only on the columns that it filters, groups and sorts by', () => {
  const listing = createListing(listingContexts.project(a), {
    filters: parseFiltersFromRequest(
      { and: [{ not: { label_id: a } }, { start_date__range: '2026-03-08,2026-03-09' }] },
      clock,
    ),
    group_by: 'assignees__id',
    sub_group_by: 'priority',
    order_by: '-state__name',
  })
  const columns = columnsAffectingListing(listing)
  for (const column of [
    'project_id',
    'archived_at',
    'is_draft',
    'label_ids',
    'start_date',
    'assignee_ids',
    'priority',
    'state_id',
  ])
    expect(columns).toContain(column)
  for (const column of ['name', 'updated_at', 'sort_order', 'target_date'])
    expect(columns).not.toContain(column)
})

describe('a context', () => {
  const scope = { workspace_id: a, project_ids: [a] }

  test.each([
    ['project', listingContexts.project(a), true],
    ['another project', listingContexts.project(b), false],
    ['archived', listingContexts.archived(a), false],
    ['all issues', listingContexts.allIssues(scope), true],
    ['all issues elsewhere', listingContexts.allIssues({ ...scope, project_ids: [b] }), false],
    ['assigned', listingContexts.assigned(scope, b), true],
    ['created', listingContexts.created(scope, b), false],
    ['subscribed', listingContexts.subscribed(scope, b), true],
    ['a teamspace', listingContexts.team(scope, { id: b, project_ids: [a] }), true],
    ['a teamspace without the project', listingContexts.team(scope, { id: b, project_ids: [b] }), false],
    [
      'a teamspace whose project is not accessible',
      listingContexts.team({ ...scope, project_ids: [b] }, { id: b, project_ids: [a] }),
      false,
    ],
    ['profile', listingContexts.profile(scope, b), true],
    ['assigned to somebody', listingContexts.profileAssigned(scope, a), true],
    ['made by somebody', listingContexts.profileCreated(scope, b), false],
    ['followed by somebody', listingContexts.profileSubscribed(scope, a), false],
  ])('%s takes its own items', (_, context, expected) => {
    expect(matchesListing(createListing(context), row)).toBe(expected)
    expect(matchesListing(createListing(context), { ...row, is_draft: true })).toBe(false)
    expect(matchesListing(createListing(context), { ...row, state__group: 'triage' })).toBe(false)
  })

  test('limits items by type and level', () => {
    const listing = createListing(listingContexts.project(a))
    expect(matchesListing({ ...listing, type: 'active' }, row)).toBe(true)
    expect(matchesListing({ ...listing, type: 'backlog' }, row)).toBe(false)
    expect(matchesListing({ ...listing, show_sub_issues: false }, row)).toBe(true)
    expect(matchesListing({ ...listing, show_sub_issues: false }, { ...row, parent_id: b })).toBe(false)
  })

  test('of the archive or of followed items allows no new items', () => {
    for (const context of [listingContexts.archived(a), listingContexts.profileSubscribed(scope, a)]) {
      expect([context.canCreate, context.canQuickAdd]).toEqual([false, false])
    }
    expect(listingContexts.project(a)).toMatchObject({ canCreate: true, canQuickAdd: true })
    expect(
      matchesListing(createListing(listingContexts.archived(a)), { ...row, archived_at: row.created_at }),
    ).toBe(true)
  })
})

describe('a layout', () => {
  const project = listingContexts.project(a)
  const scope = { workspace_id: a, project_ids: [a] }
  const chosen: ListingArrangement = {
    layout: 'kanban',
    group_by: 'priority',
    sub_group_by: 'labels__id',
    order_by: 'sort_order',
  }

  test.each<[string, Partial<ListingArrangement>, Partial<ListingArrangement>]>([
    ['a board takes both groups', {}, {}],
    [
      'a board without groups stands by state',
      { group_by: null },
      { group_by: 'state_id', sub_group_by: null },
    ],
    ['a board has no lanes of its columns', { sub_group_by: 'priority' }, { sub_group_by: null }],
    ['a list takes both groups', { layout: 'list' }, {}],
    ['a list without groups has no sub-groups', { layout: 'list', group_by: null }, { sub_group_by: null }],
    [
      'a calendar stands by due date',
      { layout: 'calendar' },
      { group_by: 'target_date', sub_group_by: null },
    ],
    ['a table is flat', { layout: 'spreadsheet' }, { group_by: null, sub_group_by: null }],
    ['a timeline is flat', { layout: 'gantt_chart' }, { group_by: null, sub_group_by: null }],
  ])('%s', (_, change, result) => {
    expect(effectiveArrangement({ ...chosen, ...change }, project)).toEqual({
      ...chosen,
      ...change,
      ...result,
    })
  })

  test('of a profile groups boards by priority', () => {
    const profile = listingContexts.profile(scope, a)
    expect(effectiveArrangement({ ...chosen, group_by: null }, profile).group_by).toBe('priority')
  })

  test('across projects sorts by newest first', () => {
    const everywhere = listingContexts.allIssues(scope)
    expect(effectiveArrangement(chosen, everywhere).order_by).toBe('-created_at')
    expect(effectiveArrangement({ ...chosen, order_by: 'priority' }, everywhere).order_by).toBe('priority')
  })

  test('requests as many items as it shows', () => {
    const size = (change: Partial<ListingArrangement>, byWeek = false) =>
      listingPageSize({ ...chosen, ...change }, byWeek)
    expect([size({ layout: 'list' }), size({ layout: 'list', sub_group_by: null })]).toEqual([10, 30])
    expect(size({ layout: 'list', group_by: null, sub_group_by: null })).toBe(100)
    expect([size({ sub_group_by: null }), size({})]).toEqual([30, 4])
    expect([size({ layout: 'calendar' }), size({ layout: 'calendar' }, true)]).toEqual([4, 30])
    expect(size({ layout: 'spreadsheet' })).toBe(100)
  })
})

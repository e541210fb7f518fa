import { expect, test } from 'vitest'
import { freshProperties } from '#common/user-properties/rules.ts'
import { isSame } from '../../web/sync/is-same.ts'
import { areSameFilters, arrangedOf } from '../../web/views/kept.ts'

const urgent = { priority__in: 'urgent' }
const mine = { assignee_id: 'me' }

test('filters are the same however one of them alone is written', () => {
  expect(areSameFilters(urgent, { and: [urgent] })).toBe(true)
  expect(areSameFilters({}, { and: [] })).toBe(true)
  expect(areSameFilters({ and: [urgent, mine] }, { and: [urgent] })).toBe(false)
  expect(areSameFilters(urgent, { not: urgent })).toBe(false)
})

test('the order of keys makes no difference, the order of values does', () => {
  expect(isSame({ a: 1, b: { c: null, d: [1, 2] } }, { b: { d: [1, 2], c: null }, a: 1 })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(isSame({ a: 1 }, { a: 1, b: false })).toBe(false)
})

test('what a view does not say is as in a fresh place', () => {
  const { display_filters, display_properties } = freshProperties()
  const { gantt: _, ...older } = display_filters
  // Kept before there was a zoom.
  const view = { display_filters: { ...older, layout: 'list' } as typeof display_filters, display_properties }
  expect(arrangedOf(view).display_filters).toEqual({ ...display_filters, layout: 'list' })
  expect(isSame(arrangedOf(arrangedOf(view)), arrangedOf(view))).toBe(true)
})

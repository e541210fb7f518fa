import { expect, test } from 'vitest'
import { leftOf, unchangedSince } from '#web/sync/still-mine.ts'

test('only fields that are as one left them are put back', () => {
  const row = { name: 'Theirs', priority: 'high', label_ids: ['b', 'a'] }
  const given = { name: 'Mine', priority: 'high', label_ids: ['a', 'b'] }
  const before = { name: 'First', priority: 'none', label_ids: [] }
  const fields = unchangedSince(row, given, before)
  expect(fields).toEqual({ priority: 'none', label_ids: [] })
  expect(leftOf([{ wanted: before, fields }])).toBe('some')
})

test('a position goes back with what it was chosen for', () => {
  const given = { state_id: 'done', sort_order: 7 }
  const before = { state_id: 'todo', sort_order: 3 }
  expect(unchangedSince({ state_id: 'backlog', sort_order: 7 }, given, before)).toEqual({})
  const moved = unchangedSince({ state_id: 'done', sort_order: 9 }, given, before)
  expect(moved).toEqual({ state_id: 'todo' })
  expect(leftOf([{ wanted: before, fields: moved }])).toBe('nothing')
})

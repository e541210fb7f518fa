import { expect, test } from 'vitest'
import { removeRows } from '#web/platform/app/remove-rows.ts'

const gone = 'b7d1a2c4-0000-4000-8000-000000000001'
const other = 'b7d1a2c4-0000-4000-8000-000000000002'

function afterRemoval(answer: unknown): unknown {
  const text = removeRows(JSON.stringify(answer), [gone])
  return text === null ? null : JSON.parse(text)
}

test('removes only the deleted row from a list, and subtracts it from the totals', () => {
  const list = (rows: { id: string }[], total: number) => ({
    grouped_by: null,
    count: total,
    total_results: total,
    results: rows,
  })
  expect(afterRemoval(list([{ id: gone }, { id: other }], 2))).toEqual(list([{ id: other }], 1))
})

test('subtracts a row that several groups contain once from the total of the list', () => {
  const group = (ids: string[], total: number) => ({
    results: ids.map((id) => ({ id, issue_related: id === other ? [] : undefined })),
    total_results: total,
  })
  const answer = {
    total_results: 3,
    results: { red: group([gone, other], 2), blue: group([gone], 1), green: group([], 7) },
  }
  expect(afterRemoval(answer)).toEqual({
    total_results: 2,
    results: { red: group([other], 1), blue: group([], 0), green: group([], 7) },
  })
})

test('keeps the totals when only a part of a row is removed', () => {
  const answer = { total_results: 1, results: [{ id: other, issue_related: [{ id: gone, name: 'Secret' }] }] }
  expect(afterRemoval(answer)).toEqual({ total_results: 1, results: [{ id: other, issue_related: [] }] })
})

test('keeps rows that contain only the id of the deleted row', () => {
  expect(afterRemoval([{ id: other, parent_id: gone, module_ids: [gone, other] }])).toEqual([
    { id: other, parent_id: gone, module_ids: [other] },
  ])
})

test('keeps rows that refer to a deleted state, estimate or parent', () => {
  const rows = [
    { id: other, state_id: gone },
    { id: other, estimate: gone, default_state: gone },
    { id: other, parent: gone, estimate_point: gone },
  ]
  expect(afterRemoval(rows)).toEqual(rows)
})

test.each([
  { entity_identifier: gone, name: 'Secret' },
  { id: other, entity_data: { id: gone, name: 'Secret' } },
  { id: other, related_ids: { [gone]: 'Secret' } },
])('removes a row that can contain the name of the deleted row: %j', (row) => {
  expect(afterRemoval([row, { id: other }])).toEqual([{ id: other }])
})

test.each([
  { id: gone, name: 'Secret' },
  { results: { [gone]: { results: [] } } },
  [{ id: other, description_html: `<a href="/browse/${gone}">Secret</a>` }],
  [{ id: other, description_html: `<mention data-id="${gone}">Secret</mention>` }],
])('removes the whole response if the deleted row cannot be removed from it: %j', (answer) => {
  expect(afterRemoval(answer)).toBeNull()
})

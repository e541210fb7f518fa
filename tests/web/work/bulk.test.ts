import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  commonValue,
  diffPickedValues,
  findEarliestDate,
  findLatestDate,
  intersectLists,
} from '#web/work/listing/bulk/common-values.ts'
import { splitIntoBatches } from '#web/work/listing/bulk/send-many.ts'

test('a batch contains items of one project up to a limit', () => {
  const projects = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(
      fc.array(fc.record({ project_id: projects, at: fc.nat() })),
      fc.integer({ min: 1, max: 4 }),
      (rows, limit) => {
        const batches = splitIntoBatches(rows, limit)
        expect(batches.flat().toSorted(byPlace)).toEqual(rows.toSorted(byPlace))
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(limit)
          expect(new Set(batch.map((row) => row.project_id)).size).toBe(1)
        }
      },
    ),
  )
})

test('a value is shown if all items share it', () => {
  const rows = [{ priority: 'high' }, { priority: 'high' }]
  expect(commonValue(rows, (row) => row.priority)).toBe('high')
  expect(commonValue([...rows, { priority: 'low' }], (row) => row.priority)).toBeNull()
  expect(commonValue([], (row: { priority: string }) => row.priority)).toBeNull()
})

test('only values that all items have are checked', () => {
  expect(
    intersectLists([
      ['x', 'y', 'z'],
      ['z', 'x'],
      ['x', 'w', 'z'],
    ]),
  ).toEqual(['x', 'z'])
  expect(intersectLists([['x'], []])).toEqual([])
  expect(diffPickedValues(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
})

test('date limits are valid for all items', () => {
  const dates = ['2031-02-01', null, '2031-01-01']
  expect(findEarliestDate(dates)).toBe('2031-01-01')
  expect(findLatestDate(dates)).toBe('2031-02-01')
  expect(findEarliestDate([null])).toBeNull()
})

function byPlace(a: { project_id: string; at: number }, b: { project_id: string; at: number }): number {
  return a.project_id.localeCompare(b.project_id) || a.at - b.at
}

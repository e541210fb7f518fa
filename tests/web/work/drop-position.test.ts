import { expect, test } from 'vitest'
import { neighborsAt, positionBefore } from '#web/work/listing/drag/drop-position.ts'

const ids = ['a', 'b', 'c']

test('an item is inserted between the neighbors of its drop position', () => {
  expect(neighborsAt(ids, 'b', 'x')).toEqual(['a', 'b'])
  expect(neighborsAt(ids, 'a', 'x')).toEqual([null, 'a'])
  expect(neighborsAt(ids, null, 'x')).toEqual(['c', null])
  expect(neighborsAt([], null, 'x')).toEqual([null, null])
})

test('an item that the cell already contains is not its own neighbor', () => {
  expect(neighborsAt(ids, 'c', 'b')).toEqual(['a', 'c'])
  expect(neighborsAt(ids, 'b', 'b')).toEqual(['a', 'c'])
  expect(neighborsAt(ids, null, 'c')).toEqual(['b', null])
})

test('the end of the cell is the drop position if the following item has left the cell', () => {
  expect(neighborsAt(ids, 'gone', 'x')).toEqual(['c', null])
  expect(positionBefore(ids, 'gone')).toBe(3)
})

import { describe, expect, test } from 'vitest'
import { columnSlots } from '#web/work/listing/layouts/board/use-rendered-columns.ts'

const columns = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, name: key, icon: null }))
const slotsOf = (rendered: readonly number[]) => {
  const { slots, skippedAtEnd } = columnSlots(columns, {
    isFolded: columns.map(() => false),
    isRendered: (index) => rendered.includes(index),
  })
  return [...slots.map(({ key, skipped }) => [skipped.length, key] as const), skippedAtEnd.length]
}

describe('the rendered columns of a board', () => {
  test('are all columns if all are in sight', () => {
    expect(slotsOf([0, 1, 2, 3, 4])).toEqual([[0, 'a'], [0, 'b'], [0, 'c'], [0, 'd'], [0, 'e'], 0])
  })

  test('leave room for the columns before, between and after them', () => {
    expect(slotsOf([1, 3])).toEqual([[1, 'b'], [1, 'd'], 1])
    expect(slotsOf([4])).toEqual([[4, 'e'], 0])
    expect(slotsOf([])).toEqual([5])
  })

  test('contain for each skipped column whether it is collapsed', () => {
    const { slots, skippedAtEnd } = columnSlots(columns, {
      isFolded: [true, false, true, false, true],
      isRendered: (index) => index === 2,
    })
    expect(slots).toMatchObject([{ key: 'c', isFolded: true, skipped: [true, false] }])
    expect(skippedAtEnd).toEqual([false, true])
  })
})

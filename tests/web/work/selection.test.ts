import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyItemSelection,
  type ItemSelection,
  withAddedItems,
  withoutItems,
  withSelectedRange,
  withToggledItem,
} from '#web/work/listing/selection/selection.ts'

const order = ['a', 'b', 'c', 'd', 'e', 'f']
const idsOf = ({ ids }: ItemSelection) => [...ids].sort().join('')
const from = (...ids: string[]) => ids.reduce(withToggledItem, emptyItemSelection)

describe('a selection', () => {
  test('adds and removes an item', () => {
    expect(idsOf(from('b', 'd'))).toBe('bd')
    expect(idsOf(from('b', 'd', 'b'))).toBe('d')
  })

  test('extends from the last item in both directions', () => {
    expect(idsOf(withSelectedRange(from('b'), order, 'd'))).toBe('bcd')
    expect(idsOf(withSelectedRange(from('e'), order, 'c'))).toBe('cde')
  })

  test('grows and shrinks while a range is extended', () => {
    const grown = withSelectedRange(from('f', 'b'), order, 'e')
    expect(idsOf(grown)).toBe('bcdef')
    expect(idsOf(withSelectedRange(grown, order, 'c'))).toBe('bcf')
    expect(idsOf(withSelectedRange(grown, order, 'a'))).toBe('abf')
  })

  test('starts with one item if there is no anchor', () => {
    expect(withSelectedRange(emptyItemSelection, order, 'c')).toMatchObject({ anchor: 'c' })
    expect(idsOf(withSelectedRange(from('gone'), order, 'c'))).toBe('cgone')
  })

  test('extends to the nearer position of an item that is listed twice', () => {
    const twice = ['a', 'b', 'x', 'c', 'd', 'e', 'x']
    expect(idsOf(withSelectedRange(from('d'), twice, 'x'))).toBe('cdx')
    expect(idsOf(withSelectedRange(from('e'), twice, 'x'))).toBe('ex')
  })

  test('keeps the remaining items when items are removed', () => {
    const all = withAddedItems(from('b'), order)
    expect(idsOf(withoutItems(all, (id) => id === 'b'))).toBe('acdef')
    expect(withoutItems(all, (id) => id === 'b').anchor).toBeNull()
    expect(withoutItems(all, () => false)).toBe(all)
  })

  test('only depends on the last range', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...order),
        fc.array(fc.constantFrom(...order), { minLength: 1 }),
        (anchor, ends) => {
          const last = ends.at(-1) ?? anchor
          const drawn = ends.reduce((now, to) => withSelectedRange(now, order, to), from(anchor))
          expect(idsOf(drawn)).toBe(idsOf(withSelectedRange(from(anchor), order, last)))
        },
      ),
    )
  })
})

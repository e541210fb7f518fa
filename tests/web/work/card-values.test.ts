import { describe, expect, test } from 'vitest'
import { countFitting } from '#web/work/listing/layouts/board/use-fitting-values.ts'

const box = { top: 0, right: 240, bottom: 45 }
const button = 36
const value = (line: number, right: number) => ({ top: line * 25, right, bottom: line * 25 + 20 })

describe('the number of values that fit into two lines of a card', () => {
  test('is the number of all values if nothing is in a third line', () => {
    expect(countFitting([value(0, 100), value(0, 230), value(1, 239)], box, button)).toBe(3)
  })

  test('leaves room for the button after the last value', () => {
    expect(countFitting([value(0, 230), value(1, 100), value(1, 204), value(2, 90)], box, button)).toBe(3)
    expect(countFitting([value(0, 230), value(1, 100), value(1, 205), value(2, 90)], box, button)).toBe(2)
  })

  test('excludes a wide value that is alone in the last line', () => {
    expect(countFitting([value(0, 230), value(1, 240), value(2, 90)], box, button)).toBe(1)
  })
})

import { describe, expect, test } from 'vitest'
import { columnWidthShares } from '#web/documents/editor/tables/long-tables.ts'

const sum = (shares: number[]) => shares.reduce((all, share) => all + share, 0)

describe('the columns of a long table', () => {
  test('are wider for more text and never too narrow for a word', () => {
    const [key = 0, text = 0, price = 0] = columnWidthShares([
      ['Berth', 'Where', 'Price'],
      ['A-1', 'Beside the crane and the slipway, where larger boats lie', '38 €'],
    ])
    expect(text).toBeGreaterThan(2 * key)
    expect(key).toBeGreaterThanOrEqual(0.2)
    expect(price).toBeGreaterThanOrEqual(0.2)
    expect(sum([key, text, price])).toBeCloseTo(1)
  })

  test('fill the table width, whatever their number and content', () => {
    for (const columns of [1, 2, 5, 7, 30]) {
      const empty = columnWidthShares([Array.from({ length: columns }, () => '')])
      expect(sum(empty)).toBeCloseTo(1)
      expect(Math.min(...empty)).toBeCloseTo(1 / columns)
      const uneven = columnWidthShares([Array.from({ length: columns }, (_, at) => 'x'.repeat(at * 9))])
      expect(sum(uneven)).toBeCloseTo(1)
      expect(Math.min(...uneven)).toBeGreaterThanOrEqual(Math.min(0.2, 1 / columns) - 1e-9)
    }
    expect(sum(columnWidthShares([]))).toBeCloseTo(1)
    // Rows may have different numbers of cells. The result has a share for each column of the widest row.
    expect(columnWidthShares([['a'], ['b', 'c', 'd']])).toHaveLength(3)
  })
})

import { expect, test } from 'vitest'
import { legendLines } from '#web/planning/analytics/save-png.ts'

test('a legend that is wider than the chart continues on the next line', () => {
  const legend = ['Backlog', 'To do', 'Done'].map((name) => ({ name, color: 'red' }))
  const lines = legendLines(legend, 160, () => 50)
  expect(lines.map((line) => line.map(({ name, left }) => [name, left]))).toEqual([
    [
      ['Backlog', 0],
      ['To do', 82],
    ],
    [['Done', 0]],
  ])
})

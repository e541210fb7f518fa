import { expect, test } from 'vitest'
import { countProgress, doneShare } from '#common/work/work-items/progress.ts'

test('cancelled work is neither done nor part of the total', () => {
  const progress = countProgress({ total: 62, completed: 18, cancelled: 3 })
  expect(progress).toEqual({ done: 18, total: 59 })
  expect(doneShare(progress)).toBeCloseTo(18 / 59)
  expect(doneShare(countProgress({ total: 2, completed: 0, cancelled: 2 }))).toBe(0)
})

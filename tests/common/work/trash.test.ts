import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLeftInTrash, oldestRestorableDeletion, trashDays } from '#common/work/work-items/rules.ts'

const day = 86_400_000
const now = Date.parse('2026-11-23T12:00:00Z')

test('days remain as long as the item can be restored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 * trashDays * day }), (age) => {
      const deleted = now - age
      expect(daysLeftInTrash(deleted, now) > 0).toBe(deleted > oldestRestorableDeletion(now))
    }),
  )
})

test('each day reduces the remaining days by one', () => {
  expect(daysLeftInTrash(now, now)).toBe(trashDays)
  expect(daysLeftInTrash(now - day / 2, now)).toBe(trashDays)
  expect(daysLeftInTrash(now - day, now)).toBe(trashDays - 1)
  expect(daysLeftInTrash(now - (trashDays - 1) * day, now)).toBe(1)
  expect(daysLeftInTrash(now - trashDays * day, now)).toBe(0)
})

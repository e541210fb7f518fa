import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { id } from '#common/platform/time.ts'

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('an id is a UUID of version seven', () => {
  fc.assert(
    fc.property(time, (now) => {
      const made = newId(now)
      expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(id.safeParse(made).success).toBe(true)
    }),
  )
})

test('ids made later sort later', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      fc.pre(a !== b)
      expect(newId(a) < newId(b)).toBe(a < b)
    }),
  )
})

test('ids of the same millisecond differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(0))).size).toBe(10_000)
})

test('ids made one after another sort in that order', () => {
  const made = Array.from({ length: 10_000 }, () => newId())
  expect(made).toEqual(made.toSorted())
})

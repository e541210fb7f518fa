import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sqlLiteral } from '#api/platform/db/driver.ts'

const sign = fc.constantFrom("'", '\\', '"', '?', '$', 'E', 'é', '𝄞', '\n', 'a', ' ')

test('a text becomes the literal that the driver of PostgreSQL makes of it', () => {
  const any = fc.oneof(fc.string({ unit: sign }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(any, (text) => {
      expect(sqlLiteral(text)).toBe(pg.escapeLiteral(text))
    }),
    { numRuns: 2_000 },
  )
})

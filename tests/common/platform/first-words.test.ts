import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateAtWord } from '#common/platform/text.ts'

test('the first words of a text are those of the whole text on one line', () => {
  const text = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a', 'b', '𝄞') })
  fc.assert(
    fc.property(text, fc.nat(40), (whole, length) => {
      const line = whole.replace(/\s+/g, ' ').trim()
      expect(truncateAtWord(whole, length)).toBe(line.slice(0, length).toWellFormed())
    }),
  )
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { validateFields } from '#api/platform/http/request.ts'
import { day, isoTimestamp } from '#common/platform/time.ts'

test.each([
  ['a missing field', z.string(), undefined, 'This field is required.'],
  ['an empty text', z.string().min(1), '', 'This field is required.'],
  ['a short text', z.string().min(8), 'short', 'Enter at least 8 characters.'],
  ['a long text', z.string().max(3), 'long', 'Enter at most 3 characters.'],
  ['a small number', z.number().min(2), 1, 'Enter a number of at least 2.'],
  ['a large number', z.int().max(2), 3, 'Enter a number of at most 2.'],
  ['a fraction', z.int(), 1.5, 'Enter a whole number.'],
  ['an empty list', z.array(z.string()).min(1), [], 'Choose at least one value.'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1 values.'],
  ['an invalid email', z.email(), 'ann', 'Enter a valid email.'],
  ['an invalid URL', z.url(), 'ann', 'Invalid URL format.'],
  ['an invalid date', day, '2026-02-30', 'Enter a valid date.'],
  ['an invalid time', isoTimestamp, 'noon', 'Enter a valid date.'],
  ['a message of the schema', z.string().max(3, 'Too long for a key.'), 'long', 'Too long for a key.'],
])('names the problem of %s', (_, field, value, message) => {
  const sent = value === undefined ? {} : { field: value }
  expect(validateFields(z.object({ field }), sent)).toEqual({ fields: { field: [message] } })
})

test('leaves problems that only programs cause to zod', () => {
  const checked = validateFields(z.object({ field: z.enum(['a', 'b']) }), { field: 'c' })
  expect(checked).toEqual({ fields: { field: ['Invalid option: expected one of "a"|"b"'] } })
})

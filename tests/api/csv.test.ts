import { expect, test } from 'vitest'
import { csvLines } from '#api/csv.ts'

const line = (text: string) => csvLines([[text]]).trimEnd()

test.each(['=1+1', '+1', '-1', '@a', ' =1', '\t=1', '＝1', '\tx'])(
  'security 27: %j is no formula',
  (text) => {
    expect(line(text).replace('"', '')).toMatch(/^'/)
  },
)

// As where a comma stands in numbers, and cells end with another sign.
test.each(['a;=1+1', 'a; =1', 'a;"=1"', 'a|@x', 'a\t+1', 'a\n=1+1', 'a\r\n-1'])(
  'security 27: no part of %j is one where cells end with other signs',
  (text) => {
    for (const part of line(text).split(/[;|\t\r\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/)
  },
)

test('what is none stays as it is', () => {
  expect(csvLines([['a=b', 'a-b; c', 'x@y.z', 'a\nb', -1]])).toBe('a=b,a-b; c,x@y.z,"a\nb",-1\r\n')
})

import { expect, test } from 'vitest'
import { toCsvLines } from '#common/platform/csv.ts'

const line = (text: string) => toCsvLines([[text]]).replace(/\r\n$/, '')

test.each(['=1+1', '+1', '-1', '@a', ' =1', '\t=1', '＝1', '\tx'])(
  'security 27: %j is no formula',
  (text) => {
    expect(line(text).replace('"', '')).toMatch(/^'/)
  },
)

test.each(['a;=1+1', 'a|@x', 'a\t+1', 'a\n=1+1', 'a\r\n-1'])(
  'security 27: %j is one cell in quotes, and its text is whole',
  (text) => expect(line(text)).toBe(`"${text}"`),
)

test('leaves harmless text unchanged', () => {
  expect(toCsvLines([['a=b', 'a-b; c', 'x@y.z', 'a\nb', -1, '"-x" is', 'say "aye"']])).toBe(
    'a=b,"a-b; c",x@y.z,"a\nb",-1,"""-x"" is","say ""aye"""\r\n',
  )
})

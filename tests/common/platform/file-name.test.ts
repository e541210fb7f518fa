import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName, maxFileNameLength } from '#common/platform/file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/absolute/path.txt', 'path.txt'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['a\u0000b.png', 'ab.png'],
  ['a\r\nSet-Cookie: x.png', 'aSet-Cookie_ x.png'],
  ['.htaccess', 'htaccess'],
  ['..', 'file'],
  ['   ', 'file'],
  ['folder/', 'file'],
  ['name. ', 'name'],
  ['<b>"a"|?*.txt', '_b__a____.txt'],
  ['Ölfarbe – Entwurf.png', 'Ölfarbe – Entwurf.png'],
  ['e\u0301t\u00e9.txt', 'été.txt'],
  ['👩‍💻.md', '👩‍💻.md'],
  ['zero\u200bwidth.txt', 'zerowidth.txt'],
])('%j is saved as %j', (sent, kept) => expect(cleanFileName(sent)).toBe(kept))

test('a long name keeps its ending', () => {
  const name = cleanFileName(`${'ö'.repeat(400)}.tar.gz`)
  expect(name).toHaveLength(maxFileNameLength)
  expect(name.endsWith('ö.gz')).toBe(true)
})

test('every name becomes a safe file name and then stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (sent) => {
      const name = cleanFileName(sent)
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(maxFileNameLength)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(name.isWellFormed()).toBe(true)
      expect(['.', '..']).not.toContain(name)
    }),
  )
})

test('cleans a long name in linear time', { timeout: 10_000 }, () => {
  expect(cleanFileName(`a${'. '.repeat(200_000)}x`)).toMatch(/^a\. /)
})

import { expect, test } from 'vitest'
import { findDuplicateExports, findSimilarFileNames } from '../../../scripts/names.mjs'

const twice = (files: Record<string, string>) => findDuplicateExports(new Map(Object.entries(files)))

test('a layer exports a name once', () => {
  const files = {
    'web/work/a.ts': 'export const size = 1\nexport type Size = number',
    'web/work/b.ts': 'export async function size() {}',
    'api/work/a.ts': 'export const size = 2',
  }
  expect(twice(files)).toEqual([
    'web: size is exported by web/work/a.ts and web/work/b.ts: give each its own name.',
  ])
})

test('a type and a value of one file share a name, and a name that is passed on is not declared again', () => {
  const files = {
    'api/a.ts': 'export const color = z.string()\nexport type color = string',
    'api/b.ts': `export { color } from './a.ts'`,
  }
  expect(twice(files)).toEqual([])
})

test.each([
  ['web/work/Card.tsx', 'web/work/cards.ts'],
  ['api/work/item.ts', 'api/work/items.ts'],
  ['web/work/due-date.ts', 'web/work/DueDate.tsx'],
])('%s and %s are named alike', (one, other) => {
  expect(findSimilarFileNames([one, other])).toHaveLength(1)
})

test('files of two folders may have the same name', () => {
  expect(findSimilarFileNames(['api/work/item.ts', 'api/pages/items.ts'])).toEqual([])
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Files of tests that are imported as pages, with links that lead outside of the project. */
const testData = 'tests/api/pages/imported'

const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => path === 'node_modules' || path.startsWith('.'),
}).filter((path) => !path.startsWith(testData))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test('a README has at most sixty lines', () => {
  const long = documents
    .filter((path) => path.endsWith('README.md'))
    .filter((path) => textOf(path).trimEnd().split('\n').length > 60)
  expect(long).toEqual([])
})

test('links between documents lead to existing files', () => {
  const broken = documents.flatMap((path) => {
    const links = textOf(path)
      .replace(/```.*?```/gs, '')
      .matchAll(/\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\)/g)
    return [...links].flatMap(([, target = '']) =>
      existsSync(join(root, dirname(path), target)) ? [] : [`${path}: ${target}`],
    )
  })
  expect(broken).toEqual([])
})

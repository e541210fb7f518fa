import { expect, test } from 'vitest'
import { findImportOrderViolations, findMisplacedTests } from '../../../scripts/borders.mjs'

const order = { platform: ['.', 'ui'], work: ['states', 'listing'] }
const check = (files: Record<string, string>, left: string[] = []) =>
  findImportOrderViolations(new Map(Object.entries(files)), order, left)

test('a folder may import earlier folders of the list', () => {
  expect(
    check({
      'web/work/listing/a.ts': `import { a } from '../states/a.ts'\nimport '../../platform/ui/b.css'`,
      'web/platform/ui/a.ts': `import { a } from '../time.ts'`,
    }),
  ).toEqual([])
})

test.each([
  `import { a } from '../listing/a.ts'`,
  `import type { A } from '../listing/a.ts'`,
  `import '../listing/a.ts'`,
  `const load = () => import('../listing/a.ts')`,
  `export { a } from '../listing/a.ts'`,
])('%s is refused in a folder that stands before', (text) => {
  const faults = check({ 'api/work/states/x.ts': text })
  expect(faults).toEqual([
    'api/work/states/x.ts imports api/work/listing/a.ts, which stands later in scripts/areas.mjs.',
  ])
  expect(check({ 'api/work/states/x.ts': text }, ['api: work/states -> work/listing'])).toEqual([])
})

test('a folder does not import the root of its layer, where everything is put together', () => {
  expect(check({ 'web/work/states/x.ts': `import { features } from '../../features.ts'` })).toHaveLength(1)
  expect(check({ 'web/features.ts': `import { a } from './work/listing/feature.tsx'` })).toEqual([])
})

test('a folder that is not listed is named, and so is a line that is no longer needed', () => {
  expect(check({ 'common/work/votes/x.ts': '' })).toEqual([
    'common/work/votes is in no area: add it to scripts/areas.mjs.',
  ])
  expect(check({}, ['api: work/states -> work/listing'])).toHaveLength(1)
})

test('a test must be in the folder of an area', () => {
  const paths = ['tests/api/work/states.test.ts', 'tests/api/states.test.ts', 'tests/web/ui/a.test.ts']
  expect(findMisplacedTests(paths, ['platform', 'work'])).toEqual([
    'tests/api/states.test.ts is in no area: move it into a folder that scripts/areas.mjs names.',
    'tests/web/ui/a.test.ts is in no area: move it into a folder that scripts/areas.mjs names.',
  ])
})

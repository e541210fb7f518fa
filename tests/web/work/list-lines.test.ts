import { expect, test } from 'vitest'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { buildListLines, lineKey } from '#web/work/listing/layouts/list/lines.ts'

const groups: ListingGroups = {
  todo: { ids: ['a', 'b'], total: 5 },
  done: { ids: ['b'], total: 1 },
  none: { ids: [], total: 0 },
}
const order = ['todo', 'done', 'none']
const open = { folded: new Set<string>(), adding: null, addsLast: true }
const keys = (shape: Parameters<typeof buildListLines>[2]) =>
  buildListLines(groups, order, shape).map(lineKey)

test('a group consists of a header, its rows and a line for more', () => {
  expect(keys(open)).toEqual([
    'group:todo',
    'todo:a',
    'todo:b',
    'more:todo',
    'group:done',
    'done:b',
    'group:none',
  ])
})

test('a collapsed group only has its header', () => {
  expect(keys({ ...open, folded: new Set(['todo', 'done']) })).toEqual([
    'group:todo',
    'group:done',
    'group:none',
  ])
})

test('the form for a new item is at its later position', () => {
  const adding = { ...open, adding: 'done' }
  expect(keys(adding).slice(4)).toEqual(['group:done', 'done:b', 'add:done', 'group:none'])
  expect(keys({ ...adding, addsLast: false }).slice(4)).toEqual([
    'group:done',
    'add:done',
    'done:b',
    'group:none',
  ])
})

import { expect, test } from 'vitest'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { buildListLines, lineKey } from '#web/work/listing/layouts/list/lines.ts'

const groups: ListingGroups = {
  todo: { ids: ['a', 'b'], total: 5 },
  done: { ids: ['b'], total: 1 },
  none: { ids: [], total: 0 },
}
const order = ['todo', 'done', 'none']
const open = { folded: new Set<string>(), adding: null, addsLast: true, subGroupsOf: null }
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

test('sub-groups have headers of their own and collapse separately', () => {
  const nested: ListingGroups = {
    todo: { ids: [], total: 3, groups: { high: { ids: ['a'], total: 2 }, low: { ids: ['b'], total: 1 } } },
    done: { ids: [], total: 0, groups: {} },
  }
  const lines = (change: object) =>
    buildListLines(nested, ['todo', 'done'], {
      ...open,
      subGroupsOf: (group) => (group === 'todo' ? ['high', 'low'] : []),
      ...change,
    }).map(lineKey)
  const all = ['group:todo', 'sub-group:todo|high', 'todo|high:a', 'more:todo|high', 'sub-group:todo|low']
  expect(lines({})).toEqual([...all, 'todo|low:b', 'group:done'])
  expect(lines({ folded: new Set(['todo|low']) })).toEqual([...all, 'group:done'])
  expect(lines({ folded: new Set(['todo']) })).toEqual(['group:todo', 'group:done'])
  expect(lines({ adding: 'todo|low' }).slice(4, 7)).toEqual([
    'sub-group:todo|low',
    'todo|low:b',
    'add:todo|low',
  ])
})

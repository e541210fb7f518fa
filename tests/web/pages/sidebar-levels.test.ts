import { expect, test } from 'vitest'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { limitSidebarPages } from '#web/pages/pages/sidebar-levels.ts'
import { groupPagesByParent } from '#web/pages/pages/tree.ts'

const pageIn = (id: string, parent: string | null = null) => ({ id, parent }) as PageRow
const ids = (pages: readonly PageRow[] | undefined) => pages?.map(({ id }) => id)

test('a page whose parent is missing is at the top level', () => {
  const groups = groupPagesByParent([pageIn('a'), pageIn('b', 'a'), pageIn('c', 'hidden')])
  expect(ids(groups.get(null))).toEqual(['a', 'c'])
  expect(ids(groups.get('a'))).toEqual(['b'])
  expect(groups.has('hidden')).toBe(false)
})

test('a long level shows its first pages and the current page', () => {
  const pages = Array.from({ length: 2000 }, (_, at) => pageIn(`page-${at}`))
  expect(ids(limitSidebarPages(pages, 2, new Set(['page-1500'])))).toEqual(['page-0', 'page-1', 'page-1500'])
})

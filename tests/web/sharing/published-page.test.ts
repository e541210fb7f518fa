import { expect, test } from 'vitest'
import type { PublishedPage } from '#common/sharing/publish/page-schema.ts'
import { publishedPageLevels } from '#web/sharing/spaces/published-page-levels.ts'
import {
  isPublishedPageChanged,
  publishedPageAfterLoad,
  publishedPageReloadDelay,
} from '#web/sharing/spaces/published-page-state.ts'

const link = (id: string, parent: string | null) => ({ id, parent, name: id, logo_props: {} })

const page = (id: string, synced_page_ids: string[] = []): PublishedPage => ({
  ...link(id, null),
  view_props: { full_width: false },
  updated_at: '2026-01-01T00:00:00.000Z',
  description_html: '',
  synced_page_ids,
  is_indexed: false,
  pages: [],
})

test('a failed load keeps only the same page on the screen', () => {
  const shown = { path: '/a', page: page('a'), status: 'ready' } as const
  const failed = { page: null, status: 'error' } as const
  expect(publishedPageAfterLoad(shown, { ...failed, path: '/a' })).toBe(shown)
  expect(publishedPageAfterLoad(shown, { ...failed, path: '/b' })).toEqual({ ...failed, path: '/b' })
})

test('only readers of a changed page load it again', () => {
  expect(isPublishedPageChanged('', page('a'))).toBe(true)
  expect(isPublishedPageChanged('b c', page('a'))).toBe(false)
  expect(isPublishedPageChanged('b a', page('a'))).toBe(true)
  expect(isPublishedPageChanged('b c', page('a', ['c']))).toBe(true)
  expect(isPublishedPageChanged('b', null)).toBe(true)
})

test('the first change appears soon, and the following ones less often', () => {
  expect(publishedPageReloadDelay(Number.POSITIVE_INFINITY, 1)).toBe(1500)
  expect(publishedPageReloadDelay(0, 0)).toBe(4000)
  expect(publishedPageReloadDelay(0, 1)).toBe(8000)
  expect(publishedPageReloadDelay(3000, 0.5)).toBe(3000)
})

test('the level of a page is its depth below the page of the link', () => {
  const pages = [link('a', null), link('b', 'a'), link('c', 'b'), link('d', 'a')]
  expect([...publishedPageLevels(pages)]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['d', 1],
  ])
})

import { expect, test } from 'vitest'
import { findWatchScope, type PageWatchers, type WatchScope } from '#common/pages/pages/watchers.ts'

const path = (...scopes: (WatchScope | null)[]) =>
  scopes.map((scope, level): { id: string; watchers: PageWatchers } => ({
    id: `level ${level}`,
    watchers: scope === null ? {} : { ann: scope },
  }))

test.each([
  ['without a choice', path(null, null), { scope: 'off', above: null }],
  ['with a choice for the page', path('page', 'tree'), { scope: 'page', above: null }],
  ['with a watched page above', path(null, null, 'tree'), { scope: 'tree', above: 'level 2' }],
  ['with a page above that is watched alone', path(null, 'page'), { scope: 'off', above: null }],
  ['with a nearer page that is off', path(null, 'off', 'tree'), { scope: 'off', above: null }],
  ['if the page is off below a watched page', path('off', 'tree'), { scope: 'off', above: null }],
] as const)('a page %s is watched as expected', (_, pages, expected) => {
  expect(findWatchScope('ann', pages)).toEqual(expected)
  expect(findWatchScope('max', pages)).toEqual({ scope: 'off', above: null })
})

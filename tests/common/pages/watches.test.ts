import { expect, test } from 'vitest'
import { findWatchScope, type WatchScope, watchScopeToStore } from '#common/pages/pages/watches.ts'

const path = ['page', 'parent', 'grandparent']
const choices = (...scopes: (WatchScope | null)[]) =>
  new Map(scopes.flatMap((scope, level) => (scope === null ? [] : [[path[level] ?? '', scope] as const])))

test.each([
  ['without a choice', choices(), { scope: 'off', above: null }],
  ['with a choice for the page', choices('page', 'tree'), { scope: 'page', above: null }],
  ['with a watched page above', choices(null, null, 'tree'), { scope: 'tree', above: 'grandparent' }],
  ['with a page above that is watched alone', choices(null, 'page'), { scope: 'off', above: null }],
  ['with a nearer page that is off', choices(null, 'off', 'tree'), { scope: 'off', above: null }],
  ['if the page is off below a watched page', choices('off', 'tree'), { scope: 'off', above: null }],
] as const)('a page %s is watched as expected', (_, scopes, expected) => {
  expect(findWatchScope(path, scopes)).toEqual(expected)
})

test.each([
  ['below a watched page', 'off', choices(null, 'tree'), 'off'],
  ['below a page that is watched alone', 'off', choices('tree', 'page'), null],
  ['without a watched page above', 'off', choices('off'), null],
  ['with another choice', 'page', choices(), 'page'],
] as const)('%s, the choice is stored only if it changes something', (_, scope, scopes, expected) => {
  expect(watchScopeToStore(scope, path, scopes)).toBe(expected)
})

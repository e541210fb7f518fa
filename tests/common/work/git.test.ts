import { expect, test } from 'vitest'
import {
  findMentionedItemKeys,
  normalizeGitRepositoryPath,
  normalizeGitServerUrl,
  parseGitRepositoryUrl,
} from '#common/work/git/rules.ts'

const numbers = (text: string) => findMentionedItemKeys(text, ['HARB']).map(({ number }) => number)
const closed = (text: string) =>
  findMentionedItemKeys(text, ['HARB'])
    .filter(({ closes }) => closes)
    .map(({ number }) => number)

test('finds keys in branch names, titles and messages', () => {
  expect(numbers('ann/harb-12-fix-login')).toEqual([12])
  expect(numbers('feature/HARB-12_crane')).toEqual([12])
  expect(numbers('[HARB-12] Fix the crane (HARB-13), see harb-12')).toEqual([12, 13])
  expect(numbers('HARB-12')).toEqual([12])
})

test('ignores keys of other projects and parts of words', () => {
  expect(numbers('XHARB-12 HARB-12a HARB-x HARB12 ATL-12')).toEqual([])
  expect(findMentionedItemKeys('ATL-1 OLD-2', ['ATL', 'OLD'])).toMatchObject([{ number: 1 }, { number: 2 }])
  expect(findMentionedItemKeys('.*-12', ['.*'])).toMatchObject([{ number: 12 }])
  expect(findMentionedItemKeys('HARB-12', [])).toEqual([])
})

test('recognizes the words that complete an item', () => {
  for (const words of [
    'fixes HARB-1',
    'Fix: HARB-1',
    'closed HARB-1',
    'Resolves HARB-1',
    'implements\nHARB-1',
  ])
    expect(closed(words)).toEqual([1])
  expect(closed('Fixes HARB-1, HARB-2 and HARB-3. See HARB-4')).toEqual([1, 2, 3])
  expect(closed('prefixes HARB-1, fixes the crane of HARB-2')).toEqual([])
})

test('reads keys in long texts of strangers in linear time', { timeout: 20_000 }, () => {
  for (const filler of [' ', '\n', ', ', ' and ', ' fixes ', ': '])
    expect(numbers(`Fixes HARB-1${filler.repeat(100_000)}x HARB-2`)).toEqual([1, 2])
  expect(closed(`Fixes HARB-1,${' '.repeat(100_000)}and HARB-2`)).toEqual([1, 2])
})

test('normalizes repositories and addresses', () => {
  expect(normalizeGitRepositoryPath(' /acme/web.git ')).toBe('acme/web')
  expect(normalizeGitRepositoryPath('acme/apps/web')).toBe('acme/apps/web')
  for (const wrong of ['acme', 'acme/', 'a/../b', 'a b/c', ''])
    expect(normalizeGitRepositoryPath(wrong)).toBeNull()
  expect(normalizeGitServerUrl('git.acme.example/forge/')).toBe('https://git.acme.example/forge')
  expect(normalizeGitServerUrl('javascript:alert(1)')).toBeNull()
  expect(parseGitRepositoryUrl('https://github.com/acme/web.git')).toEqual({
    ...{ base_url: 'https://github.com', repository: 'acme/web', provider: 'github' },
  })
  expect(parseGitRepositoryUrl('https://git.acme.example/a/b/-/merge_requests/1')).toEqual({
    ...{ base_url: 'https://git.acme.example', repository: 'a/b', provider: null },
  })
  expect(parseGitRepositoryUrl('acme/web')).toBeNull()
})

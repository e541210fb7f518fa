import { expect, test } from 'vitest'
import { parseReleaseEntry } from '#web/operation/instance/parse-release-entry.ts'

test('shows code, emphasis and web links of an entry', () => {
  expect(
    parseReleaseEntry('Press `?` in *God mode → People*, see [the page](https://example.com/a).'),
  ).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'code', text: '?' },
    { kind: 'text', text: ' in ' },
    { kind: 'emphasis', text: 'God mode → People' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'the page', href: 'https://example.com/a' },
    { kind: 'text', text: '.' },
  ])
})

test('removes links to files that the server does not serve', () => {
  expect(parseReleaseEntry('Send events with webhooks ([guide](docs/webhooks.md)).')).toEqual([
    { kind: 'text', text: 'Send events with webhooks.' },
  ])
  expect(parseReleaseEntry('Read [the guide](docs/api.md) first.')).toEqual([
    { kind: 'text', text: 'Read ' },
    { kind: 'text', text: 'the guide' },
    { kind: 'text', text: ' first.' },
  ])
})

test('links to no other schemes', () => {
  expect(parseReleaseEntry('[a](javascript:alert)')).toEqual([{ kind: 'text', text: 'a' }])
})

import { expect, test } from 'vitest'
import { partsOfEntry } from '#web/operation/instance/release-text.ts'

test('shows code, emphasis and web links of an entry', () => {
  expect(partsOfEntry('Press `?` in *God mode → People*, see [the page](https://example.com/a).')).toEqual([
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
  expect(partsOfEntry('Send events with webhooks ([guide](docs/webhooks.md)).')).toEqual([
    { kind: 'text', text: 'Send events with webhooks.' },
  ])
  expect(partsOfEntry('Read [the guide](docs/api.md) first.')).toEqual([
    { kind: 'text', text: 'Read ' },
    { kind: 'text', text: 'the guide' },
    { kind: 'text', text: ' first.' },
  ])
})

test('links to no other schemes', () => {
  expect(partsOfEntry('[a](javascript:alert)')).toEqual([{ kind: 'text', text: 'a' }])
})

import { expect, test } from 'vitest'
import type { LiveBlock } from '#common/documents/content/live-blocks.ts'
import { findRepeatedLiveBlocks } from '#web/documents/editor/live-blocks/repeated-live-blocks.ts'

const portal = (block: LiveBlock | null) => ({ block })

test('one table of contents and twenty lists of one view are shown, and notes instead of all others', () => {
  const contents = [portal({ kind: 'contents' }), portal({ kind: 'contents' })]
  const items = (view: string) =>
    Array.from({ length: 22 }, () => portal({ kind: 'items', project: 'p', view }))
  const [first, second] = [items('a'), items('b')]
  const invalid = [portal(null), portal(null)]
  expect(findRepeatedLiveBlocks([...contents, ...first, ...invalid, ...second])).toEqual(
    new Set([contents[1], ...first.slice(20), ...second.slice(20)]),
  )
  expect(findRepeatedLiveBlocks([...contents, ...first]).size).toBe(3)
})

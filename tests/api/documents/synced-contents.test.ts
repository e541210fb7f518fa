import { describe, expect, test } from 'vitest'
import { createSyncedContentCache, renderSyncedContents } from '#api/documents/content/synced-contents.ts'
import { newId } from '#common/platform/ids.ts'

const [page, block, other] = [newId(), newId(), newId()]
const original = (content: string, id = block) =>
  `<div data-type="synced-block" data-block="${id}">${content}</div>`
const reference = (id = block, from = page) =>
  `<div data-type="synced-reference" data-page="${from}" data-block="${id}"></div>`

function sourceOf(text: string) {
  const reads: { page: string; maxBytes: number }[] = []
  const source = {
    canRead: async (_: string) => true,
    read: async (id: string, maxBytes: number) => {
      reads.push({ page: id, maxBytes })
      return Buffer.byteLength(text) > maxBytes ? null : text
    },
  }
  return { source, reads }
}

describe('the contents of synced blocks', () => {
  test('security 1: repeated references read a page with very many elements once', async () => {
    const { source, reads } = sourceOf(original('<div></div>'.repeat(100_000)))
    const rendered = await renderSyncedContents(reference().repeat(100), source)
    expect([rendered.length, reads.length]).toEqual([1_100_000, 1])
  })

  test('security 1: are read from pages only until a limit of bytes', async () => {
    const { source, reads } = sourceOf(`${original('<p>a</p>')}${'x'.repeat(9_000_000)}`)
    const html = Array.from({ length: 100 }, () => reference(block, newId())).join('')
    expect(await renderSyncedContents(html, source)).toBe('<p>a</p><p>a</p>')
    expect(reads.at(-1)?.maxBytes).toBeLessThan(3_000_000)
  })

  test('are read once for texts with the same cache, and access is checked each time', async () => {
    const { source, reads } = sourceOf(`${original('<p>a</p>')}${original('<p>b</p>', other)}`)
    const cache = createSyncedContentCache()
    for (let i = 0; i < 3; i++)
      expect(await renderSyncedContents(reference() + reference(other), source, cache)).toBe(
        '<p>a</p><p>b</p>',
      )
    expect(reads).toHaveLength(1)
    const stranger = { ...source, canRead: async () => false }
    expect(await renderSyncedContents(reference(), stranger, cache)).toBe('')
  })

  test('leave the cache when it is full, oldest first', () => {
    const cache = createSyncedContentCache(4)
    for (const key of ['a', 'b', 'c']) cache.set(key, 'xx')
    cache.set('c', 'yy')
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, 'xx', 'yy'])
  })
})

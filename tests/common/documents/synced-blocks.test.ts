import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { nodeFromJson } from '#common/documents/content/parse-json.ts'
import { renderDocument, renderNode } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import {
  findSyncedBlocks,
  maxSyncedLength,
  moveSyncedReferences,
  renderSyncedReferences,
  replaceSyncedReferences,
  syncedBlockHash,
  syncedBlockOfHash,
  syncedReferencesInHtml,
} from '#common/documents/content/synced-blocks.ts'
import { newId } from '#common/platform/ids.ts'

const [page, block, other] = [newId(), newId(), newId()]
const original = (content: string, id = block) =>
  `<div data-type="synced-block" data-block="${id}">${content}</div>`
const reference = (id = block) =>
  `<div data-type="synced-reference" data-page="${page}" data-block="${id}"></div>`

describe('a synced block', () => {
  test('survives a round trip to JSON and Yjs, and a reference links to its page', () => {
    const whole = `<p>a</p>${original('<h2>b</h2><ul><li><p>c</p></li></ul>')}${reference(other)}`
    const node = nodeFromHtml(whole)
    expect(renderNode(nodeFromJson(renderNode(node).json)).html).toBe(whole)
    const ydoc = new Y.Doc()
    replaceContent(ydoc, node)
    expect(renderDocument(ydoc)).toMatchObject({ html: whole, text: 'a\nb\nc', page_ids: [page] })
  })

  test('replaces only the references to one original by its content', () => {
    const html = `<p>a</p>${reference()}${reference(other)}`
    expect(replaceSyncedReferences(html, { page, block }, '<p>b $& c</p>')).toBe(
      `<p>a</p><p>b $& c</p>${reference(other)}`,
    )
  })

  test.each([
    ['syncedReference', { page, block: '"><script>' }, '<div data-type="synced-reference"></div>'],
    ['syncedReference', { page: 3, block }, '<div data-type="synced-reference"></div>'],
    ['syncedBlock', { block: '"><script>' }, '<div data-type="synced-block"><p></p></div>'],
  ])('security 21: %s with %o is not stored as HTML', (type, attrs, html) => {
    const content = type === 'syncedBlock' ? { content: [{ type: 'paragraph' }] } : {}
    expect(renderNode(nodeFromJson({ type: 'doc', content: [{ type, attrs, ...content }] })).html).toBe(html)
  })

  test('is found in the HTML of its page, with all containers inside it', () => {
    const inner = '<div data-type="columns"><div data-type="column"><p>&lt;div&gt;</p></div></div><p>z</p>'
    const whole = `<p>a</p>${original('<p>x</p>', other)}${original(inner)}<p>b</p>`
    const { html } = renderNode(nodeFromHtml(whole))
    expect(findSyncedBlocks(html, new Set([block, newId()]))).toEqual(new Map([[block, inner]]))
    expect([...findSyncedBlocks(html, new Set([block, other])).values()]).toEqual(['<p>x</p>', inner])
    expect(findSyncedBlocks(html, new Set([block, other]), 10)).toEqual(new Map([[other, '<p>x</p>']]))
  })

  test('is found inside another synced block', () => {
    const html = original(`<p>a</p>${original('<p>b</p>', other)}`)
    expect(findSyncedBlocks(html, new Set([block, other]))).toEqual(
      new Map([
        [other, '<p>b</p>'],
        [block, `<p>a</p>${original('<p>b</p>', other)}`],
      ]),
    )
  })

  test('has an address that leads to it', () => {
    expect(syncedBlockOfHash(`#${syncedBlockHash(block)}`)).toBe(block)
    expect([syncedBlockOfHash(`#${block}`), syncedBlockOfHash('#synced-x')]).toEqual([null, null])
  })
})

describe('a rendered text', () => {
  test('contains the content of synced blocks, but not of the blocks inside them', () => {
    const html = `<p>a</p>${reference()}${reference(other)}<div data-type="synced-reference"></div>`
    expect(syncedReferencesInHtml(html)).toEqual([
      { page, block },
      { page, block: other },
    ])
    const recursive = (id: string) => (id === block ? `<p>b</p>${reference()}` : null)
    expect(renderSyncedReferences(html, (found) => recursive(found.block))).toBe('<p>a</p><p>b</p>')
  })

  test('contains no references inside an original', () => {
    const html = `${original(`<div><p>a</p></div>${reference(other)}`)}${reference(other)}`
    expect(syncedReferencesInHtml(original(reference(other)))).toEqual([])
    expect(renderSyncedReferences(html, () => '<p>b</p>')).toBe(`${original('<div><p>a</p></div>')}<p>b</p>`)
  })

  test('stays small when it refers to large blocks very often', () => {
    const large = 'x'.repeat(maxSyncedLength / 10)
    const rendered = renderSyncedReferences(reference().repeat(2_000), () => large)
    expect(rendered).toHaveLength(10 * large.length)
    expect(renderSyncedReferences(reference(), () => large.repeat(11))).toBe('')
  })

  test('security 1: looks up each block once, even if it has very many elements', () => {
    const large = '<div></div>'.repeat(100_000)
    const page = original(large).repeat(2)
    let lookups = 0
    const rendered = renderSyncedReferences(reference().repeat(100), () => {
      lookups++
      return findSyncedBlocks(page, new Set([block])).get(block) ?? null
    })
    expect([lookups, rendered === large]).toEqual([1, true])
  })

  test('refers to copies of pages after its references are moved', () => {
    const html = `<p>${page}</p>${reference()}<div data-type="synced-reference"></div>`
    const copy = newId()
    expect(moveSyncedReferences(html, new Map([[page, copy]]))).toBe(
      html.replace(`data-page="${page}"`, `data-page="${copy}"`),
    )
    expect(moveSyncedReferences(html, new Map())).toBe(html)
  })
})

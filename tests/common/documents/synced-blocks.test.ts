import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { nodeFromJson } from '#common/documents/content/parse-json.ts'
import { renderDocument, renderNode } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import {
  findSyncedBlockHtml,
  renderSyncedReferences,
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
    const html = nodeFromHtml(`<p>a</p>${original('<p>x</p>', other)}${original(inner)}<p>b</p>`)
    expect(findSyncedBlockHtml(renderNode(html).html, block)).toBe(inner)
    expect(findSyncedBlockHtml(renderNode(html).html, newId())).toBeNull()
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

  test('stays small when it refers to large blocks very often', () => {
    const large = 'x'.repeat(1_000_000)
    const rendered = renderSyncedReferences(reference().repeat(2_000), () => large)
    expect(rendered).toHaveLength(10 * large.length)
  })
})

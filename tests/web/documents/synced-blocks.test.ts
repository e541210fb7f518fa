import { EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { renderDocument, renderNode } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { newId } from '#common/platform/ids.ts'
import { sliceToMarkdown } from '#web/documents/editor/document-markdown.ts'
import { removedOriginals } from '#web/documents/editor/synced/confirm-deletion.ts'
import {
  replaceSyncedBlock,
  wrapInSyncedBlock,
  wrapSelectionInSyncedBlock,
} from '#web/documents/editor/synced/synced-commands.ts'
import { replaceCopiesOfOriginals, unnestSyncedBlocks } from '#web/documents/editor/synced/synced-copies.ts'
import { createSyncedElementFinder, findSyncedElement } from '#web/documents/editor/synced/synced-element.ts'
import { writeFragment } from '#web/documents/editor/write-fragment.ts'

const [page, block] = [newId(), newId()]
const original = (content: string) => `<div data-type="synced-block" data-block="${block}">${content}</div>`
const reference = `<div data-type="synced-reference" data-page="${page}" data-block="${block}"></div>`
const stateOf = (html: string) => EditorState.create({ doc: nodeFromHtml(html) })
const htmlOf = (state: EditorState) => renderNode(state.doc).html

describe('a synced block', () => {
  test('wraps blocks and takes the whole list along, but is not nested', () => {
    const wrapped = (html: string, from: number, to: number) => {
      const transaction = wrapInSyncedBlock(stateOf(html), { from, to }, block)
      return transaction && renderNode(transaction.doc).html
    }
    expect(wrapped('<p>a</p><p>b</p><p>c</p>', 0, 6)).toBe(`${original('<p>a</p><p>b</p>')}<p>c</p>`)
    const list = '<ul><li><p>a</p></li><li><p>b</p></li></ul>'
    expect(wrapped(list, 1, 6)).toBe(original(list))
    expect(wrapped(original('<p>a</p>'), 1, 4)).toBeNull()
    expect(wrapped(`<p>a</p>${reference}`, 0, 4)).toBeNull()
    const inside = stateOf(original('<p>a</p>'))
    const { tr } = inside
    expect(
      wrapSelectionInSyncedBlock(inside.apply(tr.setSelection(TextSelection.create(tr.doc, 2)))),
    ).toBeNull()
  })

  test('becomes normal blocks', () => {
    const state = stateOf(`<p>x</p>${original('<p>a</p><p>b</p>')}`)
    const unsynced = replaceSyncedBlock(state, 3)
    expect(unsynced && renderNode(unsynced.doc).html).toBe('<p>x</p><p>a</p><p>b</p>')
    expect(replaceSyncedBlock(state, 0)).toBeNull()
  })

  test('is found in a change that removes its original, but not in a change inside it or a move', () => {
    const state = stateOf(`<p>x</p>${original('<p>a</p>')}<p>y</p>`)
    const { size } = state.doc.content
    expect(removedOriginals(state.tr.delete(3, 8))).toEqual([block])
    expect(removedOriginals(state.tr.replaceWith(0, size, state.schema.text('z')))).toEqual([block])
    expect(replaceSyncedBlock(state, 3)).toSatisfy((unsync) => removedOriginals(unsync)[0] === block)
    expect(removedOriginals(state.tr.insertText('b', 5, 6))).toEqual([])
    expect(removedOriginals(state.tr.insertText('b', 1))).toEqual([])
    const moved = state.tr.delete(3, 8)
    expect(removedOriginals(moved.insert(0, state.doc.child(1)))).toEqual([])
  })

  test('has only one original in a page: copies become references', () => {
    const state = stateOf(`<p>x</p>${original('<p>a</p>')}`)
    const copy = state.doc.child(1)
    const copied = (at: number, pageId: string | null) => {
      const transaction = state.tr.insert(at, copy)
      const pasted = state.apply(transaction)
      const replaced = replaceCopiesOfOriginals([transaction], state, pasted, pageId)
      return replaced && htmlOf(pasted.apply(replaced))
    }
    expect(copied(0, page)).toBe(`${reference}<p>x</p>${original('<p>a</p>')}`)
    expect(copied(state.doc.content.size, page)).toBe(`<p>x</p>${original('<p>a</p>')}${reference}`)
    expect(copied(0, null)).not.toMatch(new RegExp(`${block}.*${block}`))
    const moved = state.tr.delete(3, state.doc.content.size)
    expect(replaceCopiesOfOriginals([moved], state, state.apply(moved), page)).toBeNull()
  })

  test('does not contain other synced blocks: originals become normal blocks, and references are deleted', () => {
    const unnested = (html: string, isPart: boolean) => {
      const transaction = unnestSyncedBlocks(stateOf(html), isPart)
      return transaction && renderNode(transaction.doc).html
    }
    const inner = `<div data-type="synced-block" data-block="${newId()}"><p>b</p>${reference}</div>`
    expect(unnested(original(`<p>a</p>${inner}`), false)).toBe(original('<p>a</p><p>b</p>'))
    expect(unnested(original(reference), false)).toBe(original('<p></p>'))
    expect(unnested(`<p>a</p>${inner}`, true)).toBe('<p>a</p><p>b</p>')
    expect(unnested(`${original('<p>a</p>')}${reference}`, false)).toBeNull()
  })

  test('is copied as plain text without the tags around its content', () => {
    const { doc } = stateOf(`<p>x</p>${original('<p>a</p>')}${reference}`)
    expect(sliceToMarkdown(doc.slice(0, doc.content.size), undefined, () => 'Be kind\nalways')).toBe(
      'x\n\na\n\nBe kind\n\nalways',
    )
  })

  test('is found again after it was moved, and searched only after originals were added', () => {
    const doc = new Y.Doc()
    const { read, subscribe } = createSyncedElementFinder(doc, block)
    const unsubscribe = subscribe(() => read())
    expect(read()).toBeNull()
    replaceContent(doc, nodeFromHtml(`<p>x</p>${original('<p>a</p>')}`))
    const first = read()
    expect(first?.toString()).toContain('a')
    replaceContent(doc, nodeFromHtml('<p>x</p>'))
    expect(read()).toBeNull()
    const body = doc.getXmlFragment(bodyFragmentName)
    const moved = new Y.XmlElement('syncedBlock')
    moved.setAttribute('block', newId())
    body.push([moved])
    expect(read()).toBeNull()
    moved.setAttribute('block', block)
    expect(read()).toBe(moved)
    unsubscribe()
  })

  test('is found in the document of its page, at any depth', () => {
    const doc = new Y.Doc()
    replaceContent(doc, nodeFromHtml(`<blockquote>${original('<p>a</p>')}</blockquote>`))
    const body = doc.getXmlFragment(bodyFragmentName)
    expect(findSyncedElement(body, block)?.toString()).toContain('a')
    expect(findSyncedElement(body, newId())).toBeNull()
  })

  test('is written as a part of its document, without a change of its id', () => {
    const doc = new Y.Doc()
    replaceContent(doc, nodeFromHtml(`<p>x</p>${original('<p>a</p>')}`))
    const part = findSyncedElement(doc.getXmlFragment(bodyFragmentName), block)
    const mapping = new Map<unknown, unknown>()
    if (part) writeFragment({ doc, mapping }, part, nodeFromHtml('<p>a</p><p>b</p>'))
    expect(renderDocument(doc).html).toBe(`<p>x</p>${original('<p>a</p><p>b</p>')}`)
  })
})

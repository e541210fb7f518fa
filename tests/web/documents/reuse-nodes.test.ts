import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPlugin, ySyncPluginKey, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { applyUpdate, Doc } from 'yjs'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { reuseUnchangedNodes } from '#web/documents/editor/reuse-nodes.ts'

const schema = getSchema(documentExtensions())
const p = (text: string) => schema.node('paragraph', null, text === '' ? [] : schema.text(text))
const list = (...texts: string[]) =>
  schema.node(
    'bulletList',
    null,
    texts.map((text) => schema.node('listItem', null, p(text))),
  )

/** Creates only those parts of the editor view that the Yjs binding needs, so that the tests need no DOM. */
function open() {
  const doc = new Doc()
  const fragment = doc.getXmlFragment('body')
  const plugins = [
    ySyncPlugin(fragment),
    ...(reuseUnchangedNodes.config.addProseMirrorPlugins as () => Plugin[])(),
  ]
  const view = {
    state: EditorState.create({ schema, plugins }),
    hasFocus: () => false,
    dispatch(transaction: Transaction) {
      const before = view.state
      view.state = before.apply(transaction)
      for (const { update } of views) update?.(view as unknown as EditorView, before)
    },
  }
  const views: ReturnType<NonNullable<Plugin['spec']['view']>>[] = []
  for (const { spec } of plugins) if (spec.view) views.push(spec.view(view as unknown as EditorView))
  return {
    doc,
    edit: (change: (tr: Transaction) => Transaction) => view.dispatch(change(view.state.tr)),
    shown: () => view.state.doc,
    stored: () => yXmlFragmentToProseMirrorRootNode(fragment, schema),
    caret: () => view.state.selection.$head,
    mapping: (): Map<unknown, unknown> => ySyncPluginKey.getState(view.state).binding.mapping,
  }
}

/** Opens two editors. `meet` sends the changes of each to the other. */
function openBoth(...blocks: Node[]) {
  const [ann, max] = [open(), open()]
  const waiting: (() => void)[] = []
  const link = (from: Doc, to: Doc) =>
    from.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'other') waiting.push(() => applyUpdate(to, update, 'other'))
    })
  link(ann.doc, max.doc)
  link(max.doc, ann.doc)
  const meet = () => {
    for (const send of waiting.splice(0)) send()
  }
  ann.edit((tr) => tr.replaceWith(0, tr.doc.content.size, blocks))
  meet()
  return { ann, max, meet }
}

function placeOf(doc: Node, text: string): number {
  let place = -1
  doc.descendants((node, position) => {
    if (node.isText && node.text?.includes(text)) place = position + node.text.indexOf(text)
  })
  return place
}

function move(tr: Transaction, from: number, to: number): Transaction {
  const blocks = [...tr.doc.children]
  const [moved] = blocks.splice(from, 1)
  if (moved) blocks.splice(to, 0, moved)
  return tr.replaceWith(0, tr.doc.content.size, blocks)
}

describe('a caret while another person', () => {
  const writesAt = (side: ReturnType<typeof open>, text: string, offset: number) =>
    side.edit((tr) => tr.setSelection(TextSelection.create(tr.doc, placeOf(tr.doc, text) + offset)))

  test('moves its block stays at its letter', () => {
    const { ann, max, meet } = openBoth(p('First'), p('Second'), p('Third'), p('Fourth'))
    writesAt(ann, 'Second', 3)
    for (const to of [3, 0]) {
      max.edit((tr) =>
        move(
          tr,
          tr.doc.children.findIndex((each) => each.textContent === 'Second'),
          to,
        ),
      )
      meet()
      expect(ann.shown().child(to).textContent).toBe('Second')
      expect([ann.caret().parent.textContent, ann.caret().parentOffset]).toEqual(['Second', 3])
    }
  })

  test('moves or edits blocks around it stays at its letter', () => {
    const { ann, max, meet } = openBoth(p('First'), list('One', 'Two'), p('Third'))
    writesAt(ann, 'Two', 2)
    max.edit((tr) => move(tr, 2, 0))
    meet()
    max.edit((tr) => tr.insertText('More of the ', placeOf(tr.doc, 'One')))
    max.edit((tr) => tr.insertText('T', placeOf(tr.doc, 'Two')))
    meet()
    expect(ann.shown().textContent).toBe('ThirdFirstMore of the OneTTwo')
    expect([ann.caret().parent.textContent, ann.caret().parentOffset]).toEqual(['TTwo', 3])
  })

  test('deletes its block moves to a valid position', () => {
    const { ann, max, meet } = openBoth(p('First'), p('Second'), p('Third'))
    writesAt(ann, 'Second', 3)
    max.edit((tr) => tr.delete(7, 15))
    meet()
    expect(ann.shown().textContent).toBe('FirstThird')
    ann.edit((tr) => tr.insertText('!'))
    expect(ann.stored().textContent).toMatch(/!/)
  })
})

describe('an edit in a long text', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => p(`Line ${at}`))

  test('compares only its block, and a caret movement compares none', () => {
    const { ann } = openBoth(
      list('Before', ...Array.from({ length: 500 }, (_, at) => `Point ${at}`)),
      ...many,
    )
    ann.edit((tr) => tr.setSelection(TextSelection.create(tr.doc, 4)))
    const read = vi.spyOn(ann.mapping(), 'get')
    const stored = vi.spyOn(ann.doc, 'transact')
    ann.edit((tr) => tr.insertText('x', placeOf(tr.doc, 'Before')))
    expect(stored).toHaveBeenCalled()
    expect(read.mock.calls.length).toBeLessThan(50)
    read.mockClear()
    ann.edit((tr) => tr.setSelection(TextSelection.create(tr.doc, 5)))
    expect(read.mock.calls.length).toBeLessThan(20)
    expect(ann.stored().toJSON()).toEqual(ann.shown().toJSON())
  })

  test('of another person keeps the nodes of all other blocks', () => {
    const { ann, max, meet } = openBoth(...many)
    const before = ann.shown()
    max.edit((tr) => tr.insertText('x', placeOf(tr.doc, 'Line 7')))
    meet()
    const changed = ann.shown().children.filter((block, at) => block !== before.child(at))
    expect(changed).toHaveLength(1)
  })
})

const change = fc.record({
  who: fc.boolean(),
  what: fc.constantFrom('type', 'delete', 'split', 'join', 'move', 'heading', 'list', 'meet'),
  at: fc.nat(1_000),
  more: fc.nat(1_000),
})

/** Makes a random change to the document if it is possible. */
function changed(tr: Transaction, what: string, at: number, more: number): Transaction {
  const { doc } = tr
  const $at = TextSelection.near(doc.resolve(at % doc.content.size)).$from
  const end = Math.min($at.end(), $at.pos + (more % 8))
  if (what === 'type') return tr.insertText(`t${more}`, $at.pos)
  if (what === 'delete') return tr.delete($at.pos, end)
  if (what === 'split') return tr.split($at.pos)
  if (what === 'move') return move(tr, at % doc.childCount, more % doc.childCount)
  if (what === 'heading' && $at.depth === 1)
    return tr.setNodeMarkup($at.before(), schema.nodes['heading'], { level: (more % 3) + 1 })
  if (what === 'list') return tr.insert($at.before(1), list(`l${more}`, ''))
  const border = $at.depth === 1 ? $at.before(1) : 0
  return what === 'join' && border > 0 && doc.resolve(border).nodeBefore?.type === $at.parent.type
    ? tr.join(border)
    : tr
}

test('nobody writes the empty paragraph of an empty document, not even by undo', () => {
  const { ann, max, meet } = openBoth(p('One'), p('Two'))
  const fragment = ann.doc.getXmlFragment('body')
  ann.doc.transact(() => fragment.delete(0, fragment.length), 'undo')
  meet()
  const moveCaret = (tr: Transaction) => tr.setSelection(TextSelection.atEnd(tr.doc))
  ann.edit(moveCaret)
  max.edit(moveCaret)
  meet()
  expect([ann.shown(), max.shown()].map((doc) => doc.childCount)).toEqual([1, 1])
  expect(fragment.length).toBe(0)
  max.edit((tr) => tr.insertText('Anew', 1))
  meet()
  expect(ann.shown().textContent).toBe('Anew')
  expect(fragment.length).toBe(1)
})

test('after concurrent edits, both editors show the stored text', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), (changes) => {
      const { ann, max, meet } = openBoth(p('First'), list('One', 'Two'), p(''), p('Third'))
      for (const { who, what, at, more } of changes) {
        if (what === 'meet') meet()
        else (who ? ann : max).edit((tr) => changed(tr, what, at, more))
      }
      meet()
      meet()
      for (const side of [ann, max]) expect(side.shown().toJSON()).toEqual(side.stored().toJSON())
      expect(ann.shown().toJSON()).toEqual(max.shown().toJSON())
    }),
    { numRuns: 150 },
  )
})

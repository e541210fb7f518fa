import { getSchema } from '@tiptap/core'
import { history, redo, undo } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { EditorState, type Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPlugin, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import { describe, expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { autoLinkExtension } from '#web/documents/editor/auto-link-extension.ts'
import { emojiTriggerQuery, isEmoticonAtLineEnd } from '#web/documents/editor/emoji-query.ts'
import { findLinkAtCaret } from '#web/documents/editor/link-at-caret.ts'
import { mentionTriggerQuery } from '#web/documents/editor/mention-query.ts'
import { slashQuery } from '#web/documents/editor/slash-query.ts'
import { typedTextExtension } from '#web/documents/editor/typed-text.ts'

const schema = getSchema(documentExtensions())

const pluginsOf = ({ config }: { config: { addProseMirrorPlugins?: unknown } }) =>
  (config.addProseMirrorPlugins as () => Plugin[])()

/** Creates an editor without a page, with the caret at the end of the text. */
function open(html: string, ...others: Plugin[]) {
  const doc = schema.nodeFromJSON(nodeFromHtml(html).toJSON())
  const plugins = [...others, ...pluginsOf(autoLinkExtension), ...pluginsOf(typedTextExtension)]
  const view = {
    state: EditorState.create({ schema, plugins, doc, selection: Selection.atEnd(doc) }),
    hasFocus: () => false,
    dispatch(transaction: Transaction) {
      const before = view.state
      view.state = before.apply(transaction)
      for (const { update } of views) update?.(view as unknown as EditorView, before)
    },
  }
  const views: ReturnType<NonNullable<Plugin['spec']['view']>>[] = []
  views.push(...plugins.flatMap(({ spec }) => spec.view?.(view as unknown as EditorView) ?? []))
  const edit = (change: (tr: Transaction) => Transaction) => view.dispatch(change(view.state.tr))
  return {
    view,
    edit,
    /** Passes typed text to the editor as a browser does. */
    type(text: string) {
      for (const letter of text) {
        const { from, to } = view.state.selection
        const inserted = () => view.state.tr.insertText(letter, from, to)
        const isTaken = plugins.some((plugin) =>
          plugin.props.handleTextInput?.call(
            plugin,
            view as unknown as EditorView,
            from,
            to,
            letter,
            inserted,
          ),
        )
        if (!isTaken) view.dispatch(inserted())
      }
    },
    enter() {
      const event = { key: 'Enter' } as KeyboardEvent
      for (const plugin of plugins)
        plugin.props.handleKeyDown?.call(plugin, view as unknown as EditorView, event)
      edit((tr) => tr.split(tr.selection.from))
    },
    html: () => htmlOf(view.state.doc),
  }
}

function htmlOf(doc: Node): string {
  return renderNode(doc).html.replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '')
}

const link = (text: string, href = `https://${text}`) => `<a href="${href}">${text}</a>`

describe('text typed after a link', () => {
  const linked = `<p>${link('example.com')}</p>`

  test('is not part of the link', () => {
    const editor = open(linked)
    editor.type(' and more')
    expect(editor.html()).toBe(`<p>${link('example.com')} and more</p>`)
  })

  test('is not part of a new link', () => {
    const editor = open('<p>Docs</p>')
    const type = schema.marks['link']
    if (!type) throw new Error('There are no links.')
    editor.edit((tr) => tr.addMark(1, 5, type.create({ href: 'https://example.com' })))
    editor.type('!')
    expect(editor.html()).toBe(`<p>${link('Docs', 'https://example.com')}!</p>`)
    editor.edit((tr) => tr.setSelection(TextSelection.create(tr.doc, 3)))
    editor.type('-')
    expect(editor.html()).toBe(`<p>${link('Do-cs', 'https://example.com')}!</p>`)
  })

  test('is not part of the link for others either', () => {
    const [ann, max] = [new Doc(), new Doc()]
    const fragment = ann.getXmlFragment('body')
    const editor = open('<p></p>', ySyncPlugin(fragment))
    editor.type('https://example.com now')
    applyUpdate(max, encodeStateAsUpdate(ann))
    expect(htmlOf(yXmlFragmentToProseMirrorRootNode(max.getXmlFragment('body'), schema))).toBe(
      `<p>${link('https://example.com', 'https://example.com')} now</p>`,
    )
  })

  test('the link is found with the caret in it or directly after it', () => {
    const editor = open(`<p>See ${link('a.com')}${link('b.com')} now</p>`)
    const found = [...'See a.comb.com now'].map((_, at) => {
      editor.edit((tr) => tr.setSelection(TextSelection.create(tr.doc, at + 1)))
      return findLinkAtCaret(editor.view.state)?.href.slice(8, 9) ?? '-'
    })
    expect(found.join('')).toBe('-----aaaabbbbbb---')
  })
})

describe('a typed address becomes a link', () => {
  test.each([
    ['example.com ', `${link('example.com')} `],
    ['see example.com, or', `see ${link('example.com')}, or`],
    ['see example.com! ', `see ${link('example.com')}! `],
    [
      'https://example.com/a?b=c... ',
      `${link('https://example.com/a?b=c', 'https://example.com/a?b=c')}... `,
    ],
    ['(example.com), ', `(${link('example.com')}), `],
    ['„example.com“ ', `„${link('example.com')}“ `],
    ['a.com,b.com; ', `${link('a.com')},${link('b.com')}; `],
    ['ann@example.com: ', `${link('ann@example.com', 'mailto:ann@example.com')}: `],
    ['看https://example.com。', `看${link('https://example.com', 'https://example.com')}。`],
    ['http://localhost:3000, ', `${link('http://localhost:3000', 'http://localhost:3000')}, `],
    ['http://a.com/(b) ', `${link('http://a.com/(b)', 'http://a.com/(b)')} `],
  ])('%s', (typed, expected) => {
    const editor = open('<p></p>')
    editor.type(typed)
    expect(editor.html()).toBe(`<p>${expected}</p>`)
  })

  test.each([
    '@example.com ',
    'javascript:alert(1) ',
    'localhost, ',
    'example.com1 ',
    'a/example.com ',
    'example.com,',
  ])('but not %s', (typed) => {
    const editor = open('<p></p>')
    editor.type(typed)
    expect(editor.html()).toBe(`<p>${typed}</p>`)
  })

  test('when Enter ends the line', () => {
    const editor = open('<p>See</p>')
    editor.type(' example.com.')
    editor.enter()
    expect(editor.html()).toBe(`<p>See ${link('example.com')}.</p><p></p>`)
  })

  test('but not in code', () => {
    const editor = open('<pre><code>curl</code></pre><p><code>npm</code></p>')
    editor.type(' example.com ')
    editor.edit((tr) => tr.setSelection(TextSelection.create(tr.doc, 5)))
    editor.type(' example.com ')
    expect(editor.html()).toBe(
      '<pre><code>curl example.com </code></pre><p><code>npm example.com </code></p>',
    )
  })

  test('but not for text that is inserted, undone or redone', () => {
    const editor = open('<p></p>', history())
    editor.edit((tr) => tr.insertText('example.com '))
    expect(editor.html()).toBe('<p>example.com </p>')
    undo(editor.view.state, editor.view.dispatch)
    redo(editor.view.state, editor.view.dispatch)
    expect(editor.html()).toBe('<p>example.com </p>')
  })
})

describe('suggestions', () => {
  const kinds = [slashQuery, mentionTriggerQuery, emojiTriggerQuery]
  const openWithLists = (html: string, ...others: Plugin[]) => {
    const editor = open(html, ...others, ...kinds.flatMap(({ extension }) => pluginsOf(extension)))
    return { ...editor, asked: () => kinds.map((kind) => kind.in(editor.view.state)?.text ?? null) }
  }
  const none = [null, null, null]

  test('open when a trigger is typed and stay open for it', () => {
    const editor = openWithLists('<p></p>')
    editor.type('/h')
    expect(editor.asked()).toEqual(['h', null, null])
    editor.edit((tr) => tr.insertText('ea'))
    expect(editor.asked()).toEqual(['hea', null, null])
    editor.type(' or @ma')
    expect(editor.asked()).toEqual([null, 'ma', null])
    mentionTriggerQuery.close(editor.view as unknown as EditorView)
    editor.type('x')
    expect(editor.asked()).toEqual(none)
    editor.type(' @')
    expect(editor.asked()).toEqual([null, '', null])
    editor.edit((tr) => tr.insertText('Max @Ann'))
    expect(editor.asked()).toEqual(none)
  })

  test.each(['paste', 'drop', 'cut', 'a command'])('stay closed after %s', (uiEvent) => {
    for (const text of ['either/or /', 'and @max', 'look :x']) {
      const editor = openWithLists('<p></p>')
      editor.edit((tr) => tr.insertText(text).setMeta('uiEvent', uiEvent))
      expect(editor.asked()).toEqual(none)
      // The list of suggestions does not open after the insertion, but when the user types another letter.
      editor.type('a')
      expect(editor.asked()).not.toEqual(none)
    }
  })

  test('stay closed after undo and redo', () => {
    const editor = openWithLists('<p></p>', history())
    editor.type('@max')
    editor.edit((tr) => tr.delete(1, 5).setMeta('closeHistory$', true))
    for (const command of [undo, undo, redo]) {
      command(editor.view.state, editor.view.dispatch)
      expect(editor.asked()).toEqual(none)
    }
    expect(editor.html()).toBe('<p>@max</p>')
  })

  test('stay closed for remote text and stay open while others type elsewhere', () => {
    const [ann, max] = [new Doc(), new Doc()]
    const editor = openWithLists('<p></p><p></p>', ySyncPlugin(ann.getXmlFragment('body')))
    editor.edit((tr) => tr.insert(0, schema.node('paragraph')))
    editor.type('/h')
    applyUpdate(max, encodeStateAsUpdate(ann))
    const other = open('<p></p>', ySyncPlugin(max.getXmlFragment('body')))
    other.edit((tr) => tr.insertText('Hello', 1))
    applyUpdate(ann, encodeStateAsUpdate(max))
    expect(editor.html()).toContain('Hello')
    expect(editor.asked()).toEqual(['h', null, null])
  })

  test('Enter ends the line after a one-letter emoji name and chooses a longer one', () => {
    const query = (text: string, isCalled = false) => ({ from: 1, to: 2 + text.length, text, isCalled })
    expect(['', 'D', 'p', '3', '-D', '-', '+'].filter((text) => !isEmoticonAtLineEnd(query(text)))).toEqual(
      [],
    )
    expect(['-1', '+1', 'ta', 'rocket'].filter((text) => isEmoticonAtLineEnd(query(text)))).toEqual([])
    expect(isEmoticonAtLineEnd(query('D', true))).toBe(false)
  })
})

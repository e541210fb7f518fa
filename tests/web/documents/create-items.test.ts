import { Editor } from '@tiptap/core'
import { AllSelection, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { selectedLines, trackLines } from '#web/documents/editor/create-items/selected-lines.ts'

const person = '018f0000-0000-7000-8000-000000000001'

/** Opens an editor with this text. The part between two `|` characters is selected, and the characters are removed. */
function open(html: string) {
  const editor = new Editor({
    element: null,
    extensions: documentExtensions(),
    content: nodeFromHtml(html).toJSON(),
  })
  const bars: number[] = []
  editor.state.doc.descendants((node, position) => {
    for (const { index } of (node.text ?? '').matchAll(/\|/g)) bars.push(position + index)
  })
  const [from = 0, to = editor.state.doc.content.size] = bars
  const { tr } = editor.state
  for (const bar of bars.toReversed()) tr.delete(bar, bar + 1)
  editor.view.dispatch(tr)
  if (bars.length === 2)
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to - 1)))
  const lines = () => selectedLines(editor.state, (id) => (id === person ? 'Ann' : '…'))
  const text = () => nodeToHtml(editor.state.doc)
  return { editor, lines, text }
}

const shortened = ({ text, html }: { text: string; html: string | null }) => [
  text,
  html?.replace(/ class="[^"]*"/g, '') ?? null,
]

test('a title contains mentions, dates and breaks, and the HTML contains the whole line', () => {
  const mention = `<mention-component entity_identifier="${person}" entity_name="user_mention"></mention-component>`
  const { lines } = open(
    `<p>|Call ${mention} on <time datetime="2026-12-03">x</time><br>about <a href="https://a.example">this</a></p><p>Plain|</p>`,
  )
  const [first, second] = lines()
  expect(first?.text).toBe('Call @Ann on 2026-12-03 about this')
  expect(first?.html).toMatch(/mention-component.*2026-12-03.*<br>about.*https:\/\/a\.example/)
  expect(shortened(second ?? { text: '', html: '' })).toEqual(['Plain', null])
})

test('a line that is too long for a title keeps its whole text as HTML', () => {
  const long = 'word '.repeat(60).trim()
  const [line] = open(`<p>|${long}|</p>`).lines()
  expect(line?.html).toContain(long)
})

test('a selection within a line replaces only the selected words', () => {
  const { editor, lines, text } = open('<p>We must |paint the hull |before June</p>')
  const selected = lines()
  expect(selected.map(shortened)).toEqual([['paint the hull', null]])
  trackLines(editor, selected).replace(['ATL-1'])
  expect(text()).toContain('>We must ATL-1 before June<')
})

test('a line at whose beginning the selection ends is not included', () => {
  const { lines } = open('<p>|One</p><p>Two</p><p>|Three</p>')
  expect(lines().map(({ text }) => text)).toEqual(['One', 'Two'])
})

test('Undo restores the original lines, and Redo shows the keys again', () => {
  const html = '<p>|One <strong>bold</strong></p><h2>Two|</h2><p>Three</p>'
  const { editor, lines, text } = open(html)
  const before = text()
  const written = trackLines(editor, lines()).replace(['ATL-1', 'ATL-2'])
  const replaced = text()
  expect(replaced).toMatch(/>ATL-1<.*>ATL-2<.*>Three</)
  written.restoreLines()
  expect(text()).toBe(before)
  written.showKeys()
  expect(text()).toBe(replaced)
})

test('the caret is behind the last key if the focus returns to the text', () => {
  const { editor, lines, text } = open('<p>|One</p><p>Two|</p><p>Three</p>')
  trackLines(editor, lines()).replace(['ATL-1', 'ATL-2'], { movesCaret: true })
  editor.view.dispatch(editor.state.tr.insertText(' typed'))
  expect(text()).toMatch(/>ATL-1<.*>ATL-2 typed<.*>Three</)
})

test('Undo leaves lines unchanged whose key is no longer in the text', () => {
  const { editor, lines, text } = open('<p>|One</p><p>Two|</p>')
  const written = trackLines(editor, lines()).replace(['ATL-1', 'ATL-2'])
  editor.view.dispatch(editor.state.tr.insertText('Other', 1, 6))
  written.restoreLines()
  expect(text()).toMatch(/>Other<.*>Two</)
})

test('lines stay unchanged if somebody edits them, formats them, or the text becomes read-only', () => {
  const { editor, lines, text } = open('<p>|One</p><p>Two</p><p>Three|</p>')
  const tracked = trackLines(editor, lines())
  const strong = editor.schema.marks['bold']?.create()
  if (strong) editor.view.dispatch(editor.state.tr.addMark(6, 9, strong).insertText('New ', 1))
  tracked.replace(['ATL-1', 'ATL-2', 'ATL-3'])
  expect(text()).toMatch(/>New One<.*<strong>Two<.*>ATL-3</)
  const second = open('<p>|One|</p>')
  const other = trackLines(second.editor, second.lines())
  second.editor.setEditable(false)
  other.replace(['ATL-1'])
  expect(second.text()).toContain('>One<')
})

test('if the whole text is selected, each of its lines becomes a work item', () => {
  const { editor, lines } = open('<p>Chart the coast</p><ul><li><p>Sound the bay</p></li></ul>')
  editor.view.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)))
  expect(lines().map(shortened)).toEqual([
    ['Chart the coast', null],
    ['Sound the bay', null],
  ])
})

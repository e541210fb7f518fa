import { getSchema } from '@tiptap/core'
import { EditorState, type Plugin, type Transaction } from '@tiptap/pm/state'
import type { DecorationSet } from '@tiptap/pm/view'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { longLineExtension } from '#web/documents/editor/long-line-extension.ts'

const schema = getSchema(documentExtensions())
const { paragraph } = schema.nodes
const line = (letters: number) => 'The quick brown fox jumps over the lazy dog. '.repeat(letters / 45)

function open(...lines: string[]): EditorState {
  const [plugin] = (longLineExtension.config.addProseMirrorPlugins as () => Plugin[])()
  const blocks = lines.map((text) => paragraph?.create(null, text === '' ? [] : schema.text(text)))
  return EditorState.create({
    doc: schema.topNodeType.create(
      null,
      blocks.flatMap((block) => block ?? []),
    ),
    plugins: plugin ? [plugin] : [],
  })
}

/** Returns the parts of a long paragraph that the browser lays out separately. */
function parts(state: EditorState, at = 0): string[] {
  const plugin = state.plugins[0] as Plugin
  let start = 1
  for (let before = 0; before < at; before++) start += state.doc.child(before).nodeSize
  const end = start + state.doc.child(at).content.size
  const decorations = plugin.props.decorations?.call(plugin, state) as DecorationSet
  const found = decorations.find(start, end)
  const cuts = found.map(({ to }) => to).sort((a, b) => a - b)
  expect(found.map(({ from }) => from).sort((a, b) => a - b)).toEqual([start, ...cuts].slice(0, -1))
  return [start, ...cuts].map((from, part) => state.doc.textBetween(from, cuts[part] ?? end))
}

const change = (state: EditorState, edit: (tr: Transaction) => Transaction) => state.apply(edit(state.tr))

describe('a long line is shown in parts', () => {
  test('that end after words, while a normal line is not split', () => {
    expect(parts(open(line(9_000)))).toHaveLength(1)
    const all = parts(open('', line(90_000)), 1)
    expect(all.join('')).toBe(line(90_000))
    expect(all.length).toBeGreaterThan(10)
    for (const part of all.slice(0, -1)) expect(part).toMatch(/ $/)
  })

  test('and typing changes only one part', () => {
    for (const at of [1, 30_000, 45_000, 90_001]) {
      const before = open(line(90_000))
      const after = change(before, (tr) => tr.insertText('NEW', at))
      expect(parts(after)).toHaveLength(parts(before).length)
      const changed = parts(after).filter((part, index) => part !== parts(before)[index])
      expect(changed).toEqual([expect.stringContaining('NEW')])
    }
  })

  test('and a remote edit of the whole text keeps the other parts', () => {
    const before = open('', line(90_000))
    const text = line(90_000)
    const after = change(before, (tr) =>
      tr.replaceWith(0, tr.doc.content.size, [
        schema.node('paragraph', null, schema.text('Above')),
        schema.node('paragraph', null, schema.text(`${text.slice(0, 50_000)}NEW ${text.slice(50_000)}`)),
      ]),
    )
    const changed = parts(after, 1).filter((part, index) => part !== parts(before, 1)[index])
    expect(changed).toEqual([expect.stringContaining('NEW ')])
  })

  test('a text without spaces is not split within a character', () => {
    const family = '👨‍👩‍👧‍👦'
    const all = parts(open(family.repeat(8_000)))
    expect(all.length).toBeGreaterThan(5)
    for (const part of all) expect(part.replaceAll(family, '')).toBe('')
  })

  test('after any edits, no part is large, and only the last one is tiny', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      drop: fc.nat(30_000),
      letters: fc.nat(30_000),
    })
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        let state = open(line(90_000))
        for (const { at, drop, letters } of edits) {
          const { size } = state.doc.child(0).content
          const from = 1 + Math.floor(at * size)
          state = change(state, (tr) => tr.insertText(line(letters), from, Math.min(size + 1, from + drop)))
          const sizes = parts(state).map((part) => part.length)
          expect(parts(state).join('')).toBe(state.doc.textContent)
          expect(Math.max(...sizes)).toBeLessThanOrEqual(state.doc.content.size < 20_000 ? 20_000 : 9_000)
          expect(Math.min(...sizes.slice(0, -1), 1_000)).toBe(1_000)
        }
      }),
      { numRuns: 60 },
    )
  })
})

import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState, type Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPlugin } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { validateCommentAnchor } from '#api/pages/page-comments/anchor.ts'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { pageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import { anchorOfRange, type CommentedRange, rangesOfAnchors } from '#web/pages/pages/comments/anchors.ts'

const schema = getSchema(documentExtensions())
const p = (text: string) => schema.node('paragraph', null, text === '' ? [] : schema.text(text))
const list = (...texts: string[]) =>
  schema.node(
    'bulletList',
    null,
    texts.map((text) => schema.node('listItem', null, p(text))),
  )
const rule = () => schema.node('horizontalRule')

/** Creates the parts of an editor that the binding needs, without a DOM. */
function open(...blocks: Node[]) {
  const doc = new Y.Doc()
  const body = doc.getXmlFragment('default')
  const plugins = [ySyncPlugin(body)]
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
  const edit = (change: (tr: Transaction, doc: Node) => unknown) => {
    const { tr, doc: shown } = view.state
    change(tr, shown)
    view.dispatch(tr)
  }
  if (blocks.length > 0) edit((tr, shown) => tr.replaceWith(0, shown.content.size, blocks))
  return { doc, body, edit, shown: () => view.state.doc }
}
type Text = ReturnType<typeof open>

function placeOf(doc: Node, text: string): CommentedRange {
  let found: CommentedRange | null = null
  doc.descendants((node, position) => {
    const at = node.isTextblock ? node.textBetween(0, node.content.size, null, '\u{fffc}').indexOf(text) : -1
    if (at !== -1) found ??= { from: position + 1 + at, to: position + 1 + at + text.length }
  })
  if (found === null) throw new Error(`there is no ${text}`)
  return found
}

function anchorIn({ shown, body }: Text, text: string) {
  const anchor = anchorOfRange(shown(), body, placeOf(shown(), text))
  if (anchor === null) throw new Error('nothing is selected')
  // The server accepts the anchors that the client creates.
  expect(validateCommentAnchor(pageCommentAnchor.parse(anchor))).toEqual(anchor)
  return anchor
}

function wordsAt({ shown, body }: Text, anchor: ReturnType<typeof anchorIn>): string | null {
  const [range] = rangesOfAnchors(shown(), body, [anchor])
  return range ? shown().textBetween(range.from, range.to, '\n') : null
}

const quote = 'what everybody agreed on last week'
const blocks = () => [
  p('A first line'),
  list('one', `So ${quote}, in short`, 'three'),
  rule(),
  p('and the end.'),
]

describe('an anchor', () => {
  test('is where it was put, at the very beginning too', () => {
    const text = open(p('Plan'), ...blocks())
    for (const words of ['Plan', 'one', quote, 'end.'])
      expect(wordsAt(text, anchorIn(text, words))).toBe(words)
  })

  test('has letters at both ends, whatever was selected around them', () => {
    const text = open(p('before '), p(' words here '), p(''))
    const whole = { from: 0, to: text.shown().content.size }
    const anchor = anchorOfRange(text.shown(), text.body, whole)
    expect(anchor).toMatchObject({ quote: 'before \n words here', prefix: '' })
    expect(anchor && wordsAt(text, anchor)).toBe('before \n words here')
    expect(anchorOfRange(open(p(' '), rule()).shown(), text.body, { from: 0, to: 4 })).toBeNull()
  })

  test('takes in what is written within it, and nothing beside it', () => {
    const text = open(...blocks())
    const anchor = anchorIn(text, quote)
    const { from, to } = placeOf(text.shown(), quote)
    for (const [letter, place] of [
      ['>', to],
      ['-', from + 4],
      ['<', from],
    ] as const)
      text.edit((tr) => tr.insertText(letter, place))
    expect(wordsAt(text, anchor)).toBe(quote.replace('what', 'what-'))
  })

  test('stays on its text, whatever is done around it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(200), fc.nat(8)), { maxLength: 20 }), (steps) => {
        const text = open(...blocks())
        const anchor = anchorIn(text, quote)
        for (const [kind, at, size] of steps) {
          around(text, kind, at, size)
          expect(wordsAt(text, anchor)).toBe(quote)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('stays on its text while two write at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.nat(1), fc.nat(200), fc.nat(8)), { maxLength: 12 }),
        (steps) => {
          const ann = open(...blocks())
          const max = open()
          meet(ann, max)
          const anchor = anchorIn(max, quote)
          for (const [isAnn, kind, at, size] of steps) around(isAnn ? ann : max, kind, at, size)
          meet(ann, max)
          expect([wordsAt(ann, anchor), wordsAt(max, anchor)]).toEqual([quote, quote])
        },
      ),
      { numRuns: 100 },
    )
  })

  test('of few letters is found again by what stands around them, and not where others stand', () => {
    const text = open(p('We ship it on Friday, then we rest.'), p('Later we ship it again.'))
    const anchor = anchorIn(text, 'ship')
    const { from } = placeOf(text.shown(), 'We')
    // If a paragraph is split, Yjs stores the text after the split as new text. The positions in the old text are
    // then lost.
    text.edit((tr) => tr.split(from + 2))
    expect(rangesOfAnchors(text.shown(), text.body, [anchor])).toEqual([placeOf(text.shown(), 'ship')])
    text.edit((tr, doc) => {
      const friday = placeOf(doc, 'ship it on Friday')
      tr.delete(friday.from, friday.to)
    })
    expect(wordsAt(text, anchor)).toBeNull()
  })

  test('is nowhere once its text is gone, and back with it', () => {
    const text = open(...blocks())
    const anchor = anchorIn(text, quote)
    const { from, to } = placeOf(text.shown(), quote)
    text.edit((tr) => tr.delete(from, to))
    expect(wordsAt(text, anchor)).toBeNull()
    text.edit((tr) => tr.insertText(quote, from))
    expect(wordsAt(text, anchor)).toBe(quote)
  })

  test('of another text, or of nothing, is nowhere', () => {
    const anchor = anchorIn(open(...blocks()), quote)
    const other = open(p('Something else'))
    const broken = { ...anchor, start: '!', end: '' }
    expect(rangesOfAnchors(other.shown(), other.body, [anchor, broken])).toEqual([null, null])
  })
})

function meet(ann: Text, max: Text): void {
  Y.applyUpdate(max.doc, Y.encodeStateAsUpdate(ann.doc))
  Y.applyUpdate(ann.doc, Y.encodeStateAsUpdate(max.doc))
}

/** Random edits: insert, delete, split, join and move, but never within the quote. */
const kinds: ((tr: Transaction, doc: Node, at: number, size: number) => unknown)[] = [
  (tr, doc, at, size) => tr.insertText('new '.repeat(1 + (size % 3)), beside(doc, at)),
  (tr, doc, at, size) => {
    const place = beside(doc, at)
    const { from } = placeOf(doc, quote)
    const end = Math.min(place + size, doc.resolve(place).end(), place <= from ? from : doc.content.size)
    return end > place && tr.delete(place, end)
  },
  (tr, doc, at) => tr.split(beside(doc, at)),
  joinBlocks,
  moveBlock,
  wrapBlock,
]

function around({ edit }: Text, kind: number, at: number, size: number): void {
  edit((tr, doc) => kinds[kind]?.(tr, doc, at, size))
}

function beside(doc: Node, at: number): number {
  const { from, to } = placeOf(doc, quote)
  const places = positionsOf(doc).filter((position) => position <= from || position >= to)
  return places[at % places.length] ?? from
}

function positionsOf(doc: Node): number[] {
  const positions: number[] = []
  doc.descendants((node, position) => {
    if (node.isTextblock) for (let at = 0; at <= node.content.size; at++) positions.push(position + 1 + at)
  })
  return positions
}

function joinBlocks(tr: Transaction, doc: Node, at: number): void {
  const places: number[] = []
  doc.descendants((node, position, parent, index) => {
    const before = parent?.maybeChild(index - 1)
    if (node.isTextblock && before?.isTextblock) places.push(position)
  })
  const place = places[at % Math.max(1, places.length)]
  if (place !== undefined) tr.join(place)
}

function moveBlock(tr: Transaction, doc: Node, at: number, to: number): void {
  const starts: number[] = []
  doc.forEach((_, offset) => void starts.push(offset))
  const start = starts[at % starts.length] ?? 0
  const node = doc.nodeAt(start)
  if (node === null || doc.childCount === 1) return
  tr.delete(start, start + node.nodeSize)
  tr.insert(tr.mapping.map(starts[to % starts.length] ?? 0), node)
}

function wrapBlock(tr: Transaction, doc: Node, at: number): void {
  const starts: number[] = []
  doc.forEach((_, offset) => void starts.push(offset))
  const start = starts[at % starts.length] ?? 0
  const node = doc.nodeAt(start)
  if (node) tr.replaceWith(start, start + node.nodeSize, schema.node('blockquote', null, node))
}

// The timeout is long enough for slow machines, but too short for an implementation that searches the whole
// text for each anchor.
test('security 61: many anchors that lead nowhere keep nobody waiting', { timeout: 5_000 }, () => {
  const text = open(...Array.from({ length: 300 }, () => p('a'.repeat(100))), p(`So ${quote}, in short`))
  const known = anchorIn(text, quote)
  const { start, end } = anchorIn(open(p('away')), 'away')
  const lost = Array.from({ length: 300 }, () => ({ start, end, quote: 'a', prefix: '', suffix: '' }))
  const ranges = rangesOfAnchors(text.shown(), text.body, [...lost, known])
  expect(ranges).toHaveLength(301)
  expect(ranges.at(-1)).toEqual(placeOf(text.shown(), quote))
})

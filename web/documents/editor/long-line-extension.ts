import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** A block with at least `longLine` characters is split into parts of about `partSize` characters for display. */
const longLine = 20_000
const partSize = 4_000
const largestPart = 2 * partSize
const smallestPart = partSize / 4

/** The offsets at which a block is split, relative to the start of its text. */
type Cuts = readonly number[]

interface Parts {
  cuts: ReadonlyMap<Node, Cuts>
  decorations: DecorationSet
}

const key = new PluginKey<Parts>('longLines')
const none: Parts = { cuts: new Map(), decorations: DecorationSet.empty }

/**
 * Displays a long text block in elements of a few thousand characters. After a change, the browser measures
 * the whole text of an element again but reuses the measurements of the other elements.
 */
export const longLineExtension = Extension.create({
  name: 'longLines',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => partsOf(doc, none),
        apply: ({ docChanged }, before, _, { doc }) => (docChanged ? partsOf(doc, before) : before),
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
})

function partsOf(doc: Node, before: Parts): Parts {
  const blocks: { node: Node; start: number }[] = []
  doc.descendants((node, position) => {
    if (node.nodeSize < longLine) return false
    if (node.isTextblock) blocks.push({ node, start: position + 1 })
    return !node.isTextblock
  })
  if (blocks.length === 0) return none
  const gone = [...before.cuts.keys()].filter((node) => !blocks.some((each) => each.node === node))
  const cuts = new Map<Node, Cuts>()
  const decorations = blocks.flatMap(({ node, start }) => {
    const now = before.cuts.get(node) ?? cutsOf(node, gone.shift(), before)
    cuts.set(node, now)
    // Do not wrap the last part in an element, because most typing happens at the end of a text.
    return now.map((end, at) =>
      Decoration.inline(start + (now[at - 1] ?? 0), start + end, {
        nodeName: 'span',
        class: 'document-part',
      }),
    )
  })
  return { cuts, decorations: DecorationSet.create(doc, decorations) }
}

function cutsOf(node: Node, was: Node | undefined, { cuts }: Parts): Cuts {
  const text = textOf(node)
  const preservedCuts = was ? shiftedCuts(cuts.get(was) ?? [], textOf(was), text) : []
  const result: number[] = []
  let start = 0
  for (const end of [...preservedCuts, text.length]) {
    for (const cut of cutsBetween(text, start, end)) {
      result.push(cut)
      start = cut
    }
    // A very short part is merged with the next part.
    if (end === text.length || end - start < smallestPart) continue
    result.push(end)
    start = end
  }
  return result
}

/**
 * Returns the text of a node. Each inline element is one character, so that an offset in the text is also an
 * offset in the node.
 */
function textOf(node: Node): string {
  return node.textBetween(0, node.content.size, null, '\u{fffc}')
}

/**
 * Adapts the offsets to an edit: shifts the offsets after the edited text, and removes the offsets inside the
 * edited text.
 */
function shiftedCuts(cuts: Cuts, before: string, now: string): number[] {
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === now.charCodeAt(start)) start++
  const longer = now.length - before.length
  let end = before.length
  while (
    end > start &&
    end + longer > start &&
    before.charCodeAt(end - 1) === now.charCodeAt(end + longer - 1)
  )
    end--
  return cuts.flatMap((cut) => {
    if (cut <= start) return [cut]
    return cut >= end ? [cut + longer] : []
  })
}

function* cutsBetween(text: string, from: number, to: number): Iterable<number> {
  for (let start = from; to - start > largestPart; ) {
    start = cutNear(text, start + partSize)
    yield start
  }
}

/**
 * Returns an offset soon after `at` where the text can be split: after a space, or otherwise between two
 * grapheme clusters.
 */
function cutNear(text: string, at: number): number {
  const near = text.slice(at, at + smallestPart)
  const blank = near.search(/\s\S/)
  if (blank !== -1) return at + blank + 1
  return at + (graphemes.segment(near).containing(smallestPart / 2)?.index ?? 0)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

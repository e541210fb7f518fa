import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey, yUndoPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import { bodyFragment } from '#common/document/fragment.ts'
import { nodeOf } from '#common/document/render.ts'
import { replaceContent } from '#common/document/replace-content.ts'
import type { Piece } from './pieces.ts'

/**
 * Puts a long text in at the caret, piece by piece; between two the browser shows what is there and takes what is typed, here and by
 * others. It is undone as one. Where the editor is closed meanwhile, the rest is put into the document all at once.
 */
export async function insertPieces(view: EditorView, pieces: Iterable<Piece>): Promise<void> {
  const endUndoStep = beginUndoStep(view.state)
  view.dom.setAttribute('aria-busy', 'true')
  const { doc } = bindingOf(view.state) ?? {}
  let anchor: Anchor | null = null
  const iterator = pieces[Symbol.iterator]()
  for (let next = iterator.next(); !next.done; next = iterator.next()) {
    if (view.isDestroyed) {
      if (doc) insertRest(doc, anchor, [next.value, ...rest(iterator)])
      break
    }
    anchor = anchor === null ? insertFirst(view, next.value) : insertNext(view, next.value, anchor)
    await breathe()
  }
  if (view.isDestroyed) return
  view.dom.removeAttribute('aria-busy')
  endUndoStep()
  if (anchor?.isFollowed(view.state)) view.dispatch(view.state.tr.scrollIntoView())
}

function rest(iterator: Iterator<Piece>): Piece[] {
  const pieces: Piece[] = []
  for (let next = iterator.next(); !next.done; next = iterator.next()) pieces.push(next.value)
  return pieces
}

/** A frame to draw in; in a tab that is not seen there are none. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}

/** The block that was inserted last. What others write makes new nodes of all blocks; what stays is its Yjs type. */
interface Anchor {
  type: unknown
  node: Node
  /** Whether the caret is still where the last piece put it. */
  isFollowed: (state: EditorState) => boolean
}

interface Binding {
  doc: Y.Doc
  mapping: Map<unknown, unknown>
}

function bindingOf(state: EditorState): Binding | undefined {
  return ySyncPluginKey.getState(state)?.binding
}

function insertFirst(view: EditorView, { blocks }: Piece): Anchor {
  const { tr } = view.state
  if (!tr.selection.empty) tr.deleteSelection()
  const [from, to] = placeFor(tr, blocks)
  return dispatched(view, tr.replaceWith(from, to, Fragment.from(blocks)), from + sizeOf(blocks), true)
}

/** In place of an empty block, before or behind the one with the caret, or between its halves. */
function placeFor(tr: Transaction, blocks: readonly Node[]): [number, number] {
  const { $from } = tr.selection
  if ($from.depth === 0) return [$from.pos, $from.pos]
  const { size } = $from.parent.content
  const index = $from.index(-1)
  const [first] = blocks
  if (size === 0 && first && $from.node(-1).canReplaceWith(index, index + 1, first.type))
    return [$from.before(), $from.after()]
  if ($from.parentOffset === 0 && index > 0 && size > 0) return [$from.before(), $from.before()]
  if ($from.parentOffset === size) return [$from.after(), $from.after()]
  tr.split($from.pos)
  return [$from.pos + 1, $from.pos + 1]
}

function insertNext(view: EditorView, { blocks, continues }: Piece, anchor: Anchor): Anchor {
  const { tr } = view.state
  const { end, block } = placeOf(view.state, anchor)
  const [first, ...others] = blocks
  const isSame = continues && first !== undefined && block?.type === first.type
  if (isSame) tr.insert(end - 1, first.content)
  const at = isSame ? end + first.content.size : end
  const further = isSame ? others : blocks
  tr.insert(at, Fragment.from(further))
  return dispatched(view, tr, at + sizeOf(further), anchor.isFollowed(view.state))
}

function dispatched(view: EditorView, tr: Transaction, end: number, isFollowed: boolean): Anchor {
  if (isFollowed) tr.setSelection(Selection.near(tr.doc.resolve(end), -1))
  const caret = tr.selection
  view.dispatch(tr.setMeta('addToHistory', true))
  const node = view.state.doc.resolve(end).nodeBefore ?? view.state.doc
  const type = [...(bindingOf(view.state)?.mapping ?? [])].find(([, value]) => value === node)?.[0]
  return { type, node, isFollowed: ({ selection }) => isFollowed && selection.eq(caret) }
}

/** Behind the anchor; behind everything where somebody has deleted it meanwhile. */
function placeOf(state: EditorState, { type, node }: Anchor): { end: number; block: Node | null } {
  const mapped = bindingOf(state)?.mapping.get(type) ?? node
  let found: { end: number; block: Node } | null = null
  state.doc.descendants((each, position) => {
    if (each !== mapped) return !each.isTextblock
    found = { end: position + each.nodeSize, block: each }
    return false
  })
  return found ?? { end: state.doc.content.size, block: null }
}

function insertRest(doc: Y.Doc, anchor: Anchor | null, pieces: readonly Piece[]): void {
  const before = nodeOf(doc)
  const blocks = [...before.children]
  const types: unknown[] = doc.getXmlFragment(bodyFragment).toArray()
  const place = types.indexOf(anchor?.type)
  let at = place === -1 ? blocks.length : place + 1
  for (const { blocks: next, continues } of pieces) {
    const last = blocks[at - 1]
    const [first, ...others] = next
    const isSame = continues && last && first && last.type.name === first.type.name
    if (isSame) blocks[at - 1] = last.copy(last.content.append(ours(before, first).content))
    const further = (isSame ? others : next).map((block) => ours(before, block))
    blocks.splice(at, 0, ...further)
    at += further.length
  }
  replaceContent(doc, before.copy(Fragment.from(blocks)))
}

/** A block of the editor's schema as one of the documents' schema. */
function ours(like: Node, block: Node): Node {
  return like.type.schema.nodeFromJSON(block.toJSON())
}

function sizeOf(blocks: readonly Node[]): number {
  return blocks.reduce((sum, block) => sum + block.nodeSize, 0)
}

/** What is done until the answered function is called is undone at once. */
function beginUndoStep(state: EditorState): () => void {
  const undoManager: Y.UndoManager | undefined = yUndoPluginKey.getState(state)?.undoManager
  if (!undoManager) return () => {}
  const { captureTimeout } = undoManager
  undoManager.stopCapturing()
  undoManager.captureTimeout = Number.POSITIVE_INFINITY
  return () => {
    undoManager.captureTimeout = captureTimeout
    undoManager.stopCapturing()
  }
}

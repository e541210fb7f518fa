import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
  yUndoPluginKey,
} from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import { createAbsolutePositionFromRelativePosition, XmlFragment, XmlText } from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { nodeFromYDoc } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { t } from '../../../locales/i18n.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { type PastedFragment, splitLongText } from './pieces.ts'

/**
 * Inserts a long text at the caret piece by piece. Between two pieces, the browser can render and handle input, and
 * remote changes can arrive. The whole insertion is one undo step. If the editor is closed before the end, the
 * remaining pieces are written directly into the document. If that fails, the user sees an error.
 */
export function insertPastedPieces(view: EditorView, pieces: Iterable<PastedFragment>): Promise<void> {
  const { doc } = bindingOf(view.state) ?? {}
  let anchor: Anchor | null = null
  return insertInSteps(view, pieces, {
    insert(piece) {
      anchor = anchor === null ? insertFirst(view, piece) : insertNext(view, piece, anchor)
      return anchor
    },
    insertRest: (others) => doc && insertRest(doc, anchor, others),
  })
}

/**
 * Inserts a long text into a code block piece by piece. A draft has no Yjs document, and thus no positions
 * that stay valid between two pieces. In a draft, the whole text is therefore inserted in one step.
 */
export function insertPastedCode(view: EditorView, text: string): Promise<void> {
  const { doc } = bindingOf(view.state) ?? {}
  const parts = doc ? splitLongText(text) : [text]
  let place: CodePosition | null = null
  return insertInSteps(view, parts, {
    insert(part) {
      place = insertText(view, part, place)
      return place
    },
    insertRest: (others) => doc && place && insertRestOfText(doc, place, others.join('')),
  })
}

interface Steps<T> {
  insert: (piece: T) => Pick<Anchor, 'isFollowed'>
  /**
   * Writes the remaining pieces directly into the Yjs document if the editor was closed during the insertion.
   */
  insertRest: (pieces: T[]) => void
}

async function insertInSteps<T>(
  view: EditorView,
  pieces: Iterable<T>,
  { insert, insertRest: insertAll }: Steps<T>,
) {
  const endUndoStep = beginUndoStep(view)
  view.dom.setAttribute('aria-busy', 'true')
  let last: Pick<Anchor, 'isFollowed'> | null = null
  try {
    const iterator = pieces[Symbol.iterator]()
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      if (view.isDestroyed) {
        insertAll([next.value, ...rest(iterator)])
        break
      }
      if (!view.editable) throw new Error('The text may not be written any more.')
      last = insert(next.value)
      await waitForFrame()
    }
  } catch {
    toast.error(t('editor.paste.stopped'), { text: t('editor.paste.stoppedText') })
  } finally {
    view.dom.removeAttribute('aria-busy')
    endUndoStep()
  }
  if (!view.isDestroyed && last?.isFollowed(view.state)) view.dispatch(view.state.tr.scrollIntoView())
}

function rest<T>(iterator: Iterator<T>): T[] {
  const pieces: T[] = []
  for (let next = iterator.next(); !next.done; next = iterator.next()) pieces.push(next.value)
  return pieces
}

/** Waits for the next frame. In a hidden tab there are no frames, so a timeout resolves the promise. */
function waitForFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}

/**
 * The last inserted block. Remote changes create new nodes for all blocks, so the block is identified by its
 * Yjs type.
 */
interface Anchor {
  type: unknown
  node: Node
  /** The position at which the block ended after its insertion. */
  end: number
  /** Returns true if the caret is still where the insertion of the last piece has placed it. */
  isFollowed: (state: EditorState) => boolean
}

interface Binding {
  doc: Y.Doc
  type: Y.XmlFragment
  mapping: Parameters<typeof absolutePositionToRelativePosition>[2]
}

function bindingOf(state: EditorState): Binding | undefined {
  return ySyncPluginKey.getState(state)?.binding
}

function insertFirst(view: EditorView, { blocks }: PastedFragment): Anchor {
  const tr = closeHistory(view.state.tr)
  if (!tr.selection.empty) tr.deleteSelection()
  const [from, to] = placeFor(tr, blocks)
  return dispatched(view, tr.replaceWith(from, to, Fragment.from(blocks)), from + sizeOf(blocks), true)
}

/**
 * Returns the range that the inserted blocks replace: an empty block, a position before or after the block at
 * the caret, or the caret position inside the block, which is then split.
 */
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

function insertNext(view: EditorView, { blocks, continues }: PastedFragment, anchor: Anchor): Anchor {
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
  return {
    type: typeAt(view.state, end),
    node,
    end,
    isFollowed: ({ selection }) => isFollowed && selection.eq(caret),
  }
}

/** Returns the Yjs type of the block before a position. */
function typeAt(state: EditorState, position: number): unknown {
  const binding = bindingOf(state)
  if (!binding) return undefined
  const $end = state.doc.resolve(position)
  let type: Y.XmlFragment = binding.type
  for (let depth = 0; depth <= $end.depth; depth++) {
    const child = type.get($end.index(depth) - (depth === $end.depth ? 1 : 0))
    if (!(child instanceof XmlFragment)) return undefined
    type = child
  }
  return type
}

/**
 * Returns the position after the block that was inserted last (the anchor), or the end of the document if
 * that block was deleted.
 */
function placeOf(state: EditorState, { type, node, end }: Anchor): { end: number; block: Node | null } {
  const mapped = bindingOf(state)?.mapping.get(type as Y.XmlElement) ?? node
  // Usually nobody has changed the text above the anchor, so that the stored position is still valid.
  if (end <= state.doc.content.size && state.doc.resolve(end).nodeBefore === mapped)
    return { end, block: node }
  let found: { end: number; block: Node } | null = null
  state.doc.descendants((each, position) => {
    if (each !== mapped) return found === null && !each.isTextblock
    found = { end: position + each.nodeSize, block: each }
    return false
  })
  return found ?? { end: state.doc.content.size, block: null }
}

function insertRest(doc: Y.Doc, anchor: Anchor | null, pieces: readonly PastedFragment[]): void {
  const before = nodeFromYDoc(doc)
  const blocks = [...before.children]
  const types: unknown[] = doc.getXmlFragment(bodyFragmentName).toArray()
  const place = types.indexOf(anchor?.type)
  let at = place === -1 ? blocks.length : place + 1
  for (const { blocks: next, continues } of pieces) {
    const last = blocks[at - 1]
    const [first, ...others] = next
    const isSame = continues && last && first && last.type.name === first.type.name
    if (isSame) blocks[at - 1] = last.copy(last.content.append(toDocumentSchema(before, first).content))
    const further = (isSame ? others : next).map((block) => toDocumentSchema(before, block))
    blocks.splice(at, 0, ...further)
    at += further.length
  }
  replaceContent(doc, before.copy(Fragment.from(blocks)))
}

/** Converts a block from the editor's schema to the schema of the document. */
function toDocumentSchema(like: Node, block: Node): Node {
  return like.type.schema.nodeFromJSON(block.toJSON())
}

function sizeOf(blocks: readonly Node[]): number {
  return blocks.reduce((sum, block) => sum + block.nodeSize, 0)
}

/**
 * The position at which the next part of the pasted code is inserted. Remote changes do not invalidate the
 * position.
 */
interface CodePosition {
  relative: Y.RelativePosition | null
  isFollowed: (state: EditorState) => boolean
}

function insertText(view: EditorView, part: string, place: CodePosition | null): CodePosition {
  const { state } = view
  const { tr, doc, selection } = state
  const binding = bindingOf(state)
  const isFollowed = place === null || place.isFollowed(state)
  let [from, to] = [selection.from, selection.to]
  if (place !== null && !isFollowed) {
    const { relative } = place
    const at =
      binding && relative
        ? relativePositionToAbsolutePosition(binding.doc, binding.type, relative, binding.mapping)
        : null
    if (at === null || !doc.resolve(at).parent.type.spec.code)
      throw new Error('The code that was written to is gone.')
    from = at
    to = at
  }
  tr.insertText(part, from, to)
  const end = from + part.length
  if (isFollowed) tr.setSelection(TextSelection.create(tr.doc, end))
  const caret = tr.selection
  view.dispatch(tr.setMeta('addToHistory', true))
  return {
    relative: binding ? absolutePositionToRelativePosition(end, binding.type, binding.mapping) : null,
    isFollowed: ({ selection: now }) => isFollowed && now.eq(caret),
  }
}

function insertRestOfText(doc: Y.Doc, { relative }: CodePosition, text: string): void {
  const place = relative && createAbsolutePositionFromRelativePosition(relative, doc)
  if (!(place?.type instanceof XmlText)) throw new Error('The code that was written to is gone.')
  place.type.insert(place.index, text)
}

/** Starts an undo step that lasts until the returned function is called. */
function beginUndoStep({ state }: EditorView): () => void {
  const undoManager: Y.UndoManager | undefined = yUndoPluginKey.getState(state)?.undoManager
  if (!undoManager) return () => {}
  const { captureTimeout } = undoManager
  undoManager.stopCapturing()
  undoManager.captureTimeout = Number.POSITIVE_INFINITY
  // Without this override, y-prosemirror would end the undo step after each remote change.
  undoManager.stopCapturing = () => undefined
  return () => {
    Reflect.deleteProperty(undoManager, 'stopCapturing')
    undoManager.captureTimeout = captureTimeout
    undoManager.stopCapturing()
  }
}

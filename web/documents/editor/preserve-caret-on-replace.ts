import type { HocuspocusProvider } from '@hocuspocus/provider'
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { findReplacementBlocks } from '#common/documents/content/rescue/destinations.ts'
import { createOffsetMapping } from '#common/documents/content/rescue/offsets.ts'
import { findChangedBlocks, restoredTextOrigin } from '#common/documents/content/rescue/rescue.ts'

interface CaretPosition {
  block: Y.XmlElement
  text: string
  anchor: number
  head: number
}

interface Followed {
  place: CaretPosition
  element: Y.XmlElement
  head: number
}

/**
 * Restores the caret when somebody else changes the type or position of its block. Yjs then deletes the block
 * and creates another one, so the caret would end up in the following block.
 */
export function preserveCaretOnReplace(provider: HocuspocusProvider) {
  const { document: doc } = provider
  return Extension.create({
    name: 'replacedBlockCaret',
    onCreate() {
      const { editor } = this
      let place: CaretPosition | null = null
      /**
       * The block into which the caret was moved last. If lost text is restored in this block later, the
       * caret is moved again, unless the user has moved it in the meantime.
       */
      let followed: Followed | null = null
      const remember = ({ origin }: Y.Transaction) => {
        const now = origin === provider || origin === restoredTextOrigin ? placeOf(editor.view) : null
        if (origin !== restoredTextOrigin) place = now
        else if (now?.block !== followed?.element || now?.head !== followed?.head) followed = null
      }
      const follow = (transaction: Y.Transaction) => {
        const isRescue = transaction.origin === restoredTextOrigin
        const from = isRescue ? followed?.place : place
        if (!from?.block._item?.deleted) return
        const element = isRescue ? followed?.element : replacementOf(from, transaction)
        if (element) followed = moved(editor.view, from, element)
      }
      doc.on('beforeTransaction', remember)
      doc.on('afterTransaction', follow)
      editor.on('destroy', () => {
        doc.off('beforeTransaction', remember)
        doc.off('afterTransaction', follow)
      })
    },
  })
}

function placeOf({ state }: EditorView): CaretPosition | null {
  const { $anchor, $head } = state.selection
  if (!$head.parent.isTextblock || !$head.sameParent($anchor)) return null
  for (const [type, node] of mappingOf(state))
    if (node === $head.parent && type instanceof Y.XmlElement)
      return {
        block: type,
        text: textOf($head.parent),
        anchor: $anchor.parentOffset,
        head: $head.parentOffset,
      }
  return null
}

function replacementOf({ text }: CaretPosition, transaction: Y.Transaction): Y.XmlElement | undefined {
  return findReplacementBlocks([text], findChangedBlocks(transaction.doc, [transaction]))[0]?.element
}

/**
 * Moves the caret into the block that replaces its deleted block, to the same character of the text. Returns
 * null if the editor does not show the new block.
 */
function moved(view: EditorView, place: CaretPosition, element: Y.XmlElement): Followed | null {
  const { text, anchor, head } = place
  const node = mappingOf(view.state).get(element)
  const start = node && !Array.isArray(node) ? startOf(view.state.doc, node) : null
  if (!node || Array.isArray(node) || start === null) return null
  const offsets = createOffsetMapping(text, textOf(node))
  const { doc, tr } = view.state
  const selection = TextSelection.create(doc, start + offsets.to(anchor), start + offsets.to(head))
  view.dispatch(tr.setSelection(selection).setMeta('addToHistory', false))
  return { place, element, head: offsets.to(head) }
}

function startOf(doc: Node, node: Node): number | null {
  let start: number | null = null
  doc.descendants((one, position) => {
    if (one === node) start = position + 1
    return start === null
  })
  return start
}

/** Returns the text of a block. An inline element counts as one character, as in ProseMirror positions. */
function textOf(block: Node): string {
  return block.textBetween(0, block.content.size, null, '\ufffc')
}

function mappingOf(state: EditorView['state']): Map<unknown, Node | Node[]> {
  return ySyncPluginKey.getState(state)?.binding?.mapping ?? new Map()
}

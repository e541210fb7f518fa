import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  syncedBlockIdOfNode,
  syncedBlockNodeName,
  syncedReferenceOfNode,
} from '#common/documents/content/synced-block-nodes.ts'
import { deleteBlocks } from '../moves/block-moves.ts'
import { replaceSyncedBlock, unsyncMeta } from './synced-commands.ts'

/** A local change that waits for the user's decision, because it removes originals of synced blocks from a page. */
export interface SyncedDeletion {
  pageId: string
  blocks: readonly string[]
  /** The removed originals to which the page itself refers after the change. */
  usedInPage: ReadonlySet<string>
  /** True if the content of the originals stays in the page as normal blocks. */
  isUnsync: boolean
  apply: () => void
}

const isConfirmed = new PluginKey('confirmedSyncedDeletion')

/**
 * Holds back every local change that removes the original of a synced block, because other texts may show it. `ask`
 * decides whether to apply the change. Undo, redo and the changes of other users are not held back.
 */
export function confirmSyncedDeletion(pageId: () => string | null, ask: (deletion: SyncedDeletion) => void) {
  return Extension.create({
    name: 'confirmSyncedDeletion',
    addProseMirrorPlugins() {
      const { editor } = this
      return [
        new Plugin({
          filterTransaction(transaction) {
            const page = pageId()
            if (page === null || transaction.getMeta(isConfirmed) || isChangeOrigin(transaction)) return true
            const blocks = removedOriginals(transaction)
            if (blocks.length === 0) return true
            const isUnsync = transaction.getMeta(unsyncMeta) === true
            // A filter must not dispatch or render, so the question is asked after it.
            queueMicrotask(() => {
              if (editor.isDestroyed) return
              ask({
                ...{ pageId: page, blocks, isUnsync },
                usedInPage: referencesIn(transaction.doc, page),
                apply: () => applyDeletion(editor.view, transaction, blocks, isUnsync),
              })
            })
            return false
          },
        }),
      ]
    },
  })
}

/** Returns the ids of the originals that a transaction removes without adding them elsewhere in the text. */
export function removedOriginals({ steps, docs, doc }: Transaction): string[] {
  const touched = new Set<string>()
  for (const [index, before] of docs.entries())
    steps[index]?.getMap().forEach((from, to) => {
      before.nodesBetween(from, Math.min(to, before.content.size), (node, position) => {
        const id = syncedBlockIdOfNode(node)
        // Typing changes a range inside an original. Only a range with one of its edges can remove it.
        if (id !== null && (position >= from || position + node.nodeSize <= to)) touched.add(id)
        return !node.isTextblock
      })
    })
  if (touched.size === 0) return []
  forEachBlock(doc, (node) => void touched.delete(syncedBlockIdOfNode(node) ?? ''))
  return [...touched]
}

function referencesIn(doc: Node, page: string): Set<string> {
  const found = new Set<string>()
  forEachBlock(doc, (node) => {
    const reference = syncedReferenceOfNode(node)
    if (reference?.page === page) found.add(reference.block)
  })
  return found
}

function forEachBlock(doc: Node, visit: (node: Node, position: number) => void): void {
  doc.descendants((node, position) => {
    visit(node, position)
    return !node.isTextblock
  })
}

/**
 * Applies the change. If the text has changed since, the positions of the change are outdated. Then only the originals
 * are removed.
 */
function applyDeletion(
  view: EditorView,
  transaction: Transaction,
  blocks: readonly string[],
  isUnsync: boolean,
): void {
  if (view.isDestroyed || !view.editable) return
  if (transaction.before.eq(view.state.doc)) view.dispatch(transaction.setMeta(isConfirmed, true))
  else for (const block of blocks) removeOriginal(view, block, isUnsync)
  view.focus()
}

function removeOriginal(view: EditorView, block: string, isUnsync: boolean): void {
  const { state } = view
  const [from, size] = findOriginal(state.doc, block) ?? []
  if (from === undefined || size === undefined) return
  const removal = isUnsync ? replaceSyncedBlock(state, from) : deleteBlocks(state, { from, to: from + size })
  if (removal !== null) view.dispatch(removal.setMeta(isConfirmed, true))
}

function findOriginal(doc: Node, block: string): [position: number, size: number] | null {
  let found: [number, number] | null = null
  forEachBlock(doc, (node, position) => {
    if (node.type.name === syncedBlockNodeName && syncedBlockIdOfNode(node) === block)
      found ??= [position, node.nodeSize]
  })
  return found
}

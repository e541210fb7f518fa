import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Plugin, type Transaction } from '@tiptap/pm/state'
import { ReplaceAroundStep, ReplaceStep } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { pageIdOfLink } from '#common/documents/content/page-links.ts'
import { syncedReferenceNodeName } from '#common/documents/content/synced-block-nodes.ts'
import { type SyncedReference, syncedBlockOfHash } from '#common/documents/content/synced-blocks.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import type { TextUploadTarget } from '../../files/pictures.ts'
import { insertBlock } from '../embeds/embeds.ts'
import { containsSynced, findSyncedAround } from './synced-commands.ts'
import { containsOriginal, replaceCopiesOfOriginals, unnestSyncedBlocks } from './synced-copies.ts'

/**
 * Inserts a reference when the address of a synced block is pasted, and turns copies of originals into references.
 * `target` returns the entity that contains the text. `isPart` is true for an editor of the content of a synced block,
 * which cannot contain other synced blocks. There, a pasted address becomes a normal link.
 */
export function syncedBlockExtension(target: () => TextUploadTarget | null, isPart: boolean) {
  return Extension.create({
    name: 'syncedBlocks',
    // The addresses of synced blocks must be recognized before the addresses of pages.
    priority: 200,
    addProseMirrorPlugins: () => [
      new Plugin({
        appendTransaction: (transactions, _, state) =>
          transactions.some((transaction) => mayAdd(transaction, containsSynced))
            ? unnestSyncedBlocks(state, isPart)
            : null,
      }),
      new Plugin({
        appendTransaction: (transactions, before, state) =>
          transactions.some((transaction) => mayAdd(transaction, containsOriginal))
            ? replaceCopiesOfOriginals(transactions, before, state, pageOfText(target()))
            : null,
        props: {
          handleKeyDown: (view, event) => pressedKey(event) === 'Enter' && enterReference(view),
          handleDOMEvents: {
            paste(view, event) {
              const text = event.clipboardData?.getData('text/plain').trim() ?? ''
              const reference = parseSyncedAddress(text)
              if (isPart || !acceptsReferences(target())) return false
              if (reference === null || !insertReference(view, reference)) return false
              event.preventDefault()
              return true
            },
          },
        },
      }),
    ],
  })
}

/** Returns the id of the page that a text belongs to, or null for other texts. */
export function pageOfText(entity: TextUploadTarget | null): string | null {
  return entity?.entity_type === 'PAGE_DESCRIPTION' ? entity.entity_identifier : null
}

function acceptsReferences(entity: TextUploadTarget | null): boolean {
  return entity?.entity_type === 'PAGE_DESCRIPTION' || entity?.entity_type === 'ISSUE_DESCRIPTION'
}

/** Returns the synced block at an address of the current workspace, or null for other addresses. */
export function parseSyncedAddress(text: string): SyncedReference | null {
  if (text.length > 2_000 || !URL.canParse(text)) return null
  const { hash, origin, pathname } = new URL(text)
  const block = syncedBlockOfHash(hash)
  const page = pageIdOfLink(pathname)
  const isOfWorkspace =
    origin === location.origin && pathname.split('/')[1] === location.pathname.split('/')[1]
  return isOfWorkspace && block !== null && page !== null ? { page, block } : null
}

function insertReference(view: EditorView, reference: SyncedReference): boolean {
  const { state } = view
  const type = state.schema.nodes[syncedReferenceNodeName]
  const { $from } = state.selection
  if (!view.editable || !type || $from.parent.type.spec.code || findSyncedAround($from) !== null) return false
  view.dispatch(insertBlock(state, type.create(reference)))
  return true
}

/** Moves the caret into the text of the selected reference. */
function enterReference(view: EditorView): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== syncedReferenceNodeName)
    return false
  const dom = view.nodeDOM(selection.from)
  const text = dom instanceof HTMLElement ? dom.querySelector<HTMLElement>('.ProseMirror') : null
  text?.focus()
  return text !== null
}

function mayAdd(transaction: Transaction, isAdded: (node: Node) => boolean): boolean {
  if (!transaction.docChanged || isChangeOrigin(transaction)) return false
  return transaction.steps.some(
    (step) =>
      (step instanceof ReplaceStep || step instanceof ReplaceAroundStep) &&
      step.slice.content.content.some(isAdded),
  )
}

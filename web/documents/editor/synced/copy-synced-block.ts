import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { syncedBlockIdOfNode } from '#common/documents/content/synced-block-nodes.ts'
import { syncedBlockHash } from '#common/documents/content/synced-blocks.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../../locales/i18n.ts'
import { copyText } from '../../../platform/ui/copy-text.ts'
import type { BlockRange } from '../moves/block-range.ts'
import { wrapInSyncedBlock } from './synced-commands.ts'

/** Returns true for one original, and for blocks that can be turned into an original. */
export function canCopyAndSync(state: EditorState, range: BlockRange): boolean {
  return originalIn(state, range) !== null || wrapInSyncedBlock(state, range, '') !== null
}

/** Turns the blocks into the original of a synced block, unless they already are one, and copies its address. */
export async function copyAndSync({ view }: Editor, range: BlockRange): Promise<void> {
  const id = originalIn(view.state, range) ?? newId()
  const wrapped = originalIn(view.state, range) === null ? wrapInSyncedBlock(view.state, range, id) : null
  if (wrapped !== null) view.dispatch(wrapped)
  await copySyncedAddress(location.href, id)
}

/** Copies the address of a synced block. Pasting it into another text inserts a reference to the block. */
export async function copySyncedAddress(page: string, block: string): Promise<void> {
  const address = new URL(page, location.href)
  address.hash = syncedBlockHash(block)
  address.search = ''
  await copyText(address.href, t('editor.synced.copied'))
}

function originalIn({ doc }: EditorState, { from, to }: BlockRange): string | null {
  const node = doc.nodeAt(from)
  return node !== null && from + node.nodeSize === to ? syncedBlockIdOfNode(node) : null
}

import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { syncedBlockIdOfNode } from '#common/documents/content/synced-block-nodes.ts'
import { syncedBlockOfHash } from '#common/documents/content/synced-blocks.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../../locales/i18n.ts'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { expandTogglesAround } from '../blocks/toggles.ts'

export function isLinkableBlock(node: Node | null): boolean {
  return node !== null && 'id' in node.attrs
}

/** Copies a link to a block, and assigns an id to the block if it has none. */
export async function copyBlockLink({ view }: Editor, position: number): Promise<void> {
  const node = view.state.doc.nodeAt(position)
  if (!isLinkableBlock(node)) return
  const id: string = node?.attrs['id'] ?? newId()
  if (node?.attrs['id'] !== id) view.dispatch(view.state.tr.setNodeAttribute(position, 'id', id))
  const address = new URL(location.href)
  address.hash = id
  await copyText(address.href, t('editor.block.linkCopied'))
}

/** Scrolls to the block in the URL's hash, expands toggles around it and highlights it. */
export function showLinkedBlock({ view }: Editor): void {
  const id = decodeURIComponent(location.hash.slice(1))
  if (id === '') return
  const synced = syncedBlockOfHash(id)
  view.state.doc.descendants((node, position) => {
    const isLinked = synced === null ? node.attrs['id'] === id : syncedBlockIdOfNode(node) === synced
    if (!isLinked) return
    expandTogglesAround(view, view.state.doc.resolve(position))
    const dom = view.nodeDOM(position)
    if (!(dom instanceof HTMLElement)) return false
    dom.scrollIntoView({ block: 'center' })
    dom.animate([{ background: 'var(--accent-soft)' }, { background: 'transparent' }], { duration: 2_000 })
    return false
  })
}

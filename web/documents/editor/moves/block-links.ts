import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
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
  view.state.doc.descendants((node, position) => {
    if (node.attrs['id'] !== id) return
    expandTogglesAround(view, view.state.doc.resolve(position))
    const dom = view.nodeDOM(position)
    if (!(dom instanceof HTMLElement)) return false
    dom.scrollIntoView({ block: 'center' })
    dom.animate([{ background: 'var(--accent-soft)' }, { background: 'transparent' }], { duration: 2_000 })
    return false
  })
}

import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import {
  type LiveBlock,
  liveBlockHtmlAttributes,
  parseLiveBlockElement,
  validLiveBlock,
} from './live-blocks.ts'

const read = (name: 'kind' | 'project' | 'view') => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => {
    const attributes: Record<string, string> = { ...parseLiveBlockElement(element) }
    return attributes[name] ?? null
  },
})

/**
 * A block whose content is not part of the text: a table of contents, a list of sub-pages, or a list of work
 * items. The document stores only what to list. Each reader sees the current headings, pages or work items that
 * they can access.
 */
export const LiveBlockNode = Node.create({
  name: 'liveBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ kind: read('kind'), project: read('project'), view: read('view') }),
  // An invalid block is preserved, because a later version of Tandem may know its kind.
  parseHTML: () => [{ tag: 'div[data-type="live-block"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    { ...liveBlockHtmlAttributes(validLiveBlock(node.attrs)), ...HTMLAttributes },
  ],
})

/** Returns the live block of a node, or null for an invalid block and for other nodes. */
export function liveBlockOfNode({ type, attrs }: DocumentNode): LiveBlock | null {
  return type.name === LiveBlockNode.name ? validLiveBlock(attrs) : null
}

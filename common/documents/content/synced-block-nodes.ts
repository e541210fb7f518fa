import { type Extensions, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import {
  parseSyncedReferenceElement,
  type SyncedReference,
  syncedBlockHtmlAttributes,
  syncedReferenceHtmlAttributes,
  validSyncedId,
  validSyncedReference,
} from './synced-blocks.ts'

/** The name of the node of an original. Yjs elements of originals have this name too. */
export const syncedBlockNodeName = 'syncedBlock'
export const syncedReferenceNodeName = 'syncedReference'

const read = (name: keyof SyncedReference) => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => parseSyncedReferenceElement(element)?.[name] ?? null,
})

/**
 * A synced block has one original, which contains its blocks, and any number of references, which contain only the
 * ids of the page and of the original. See the section "Synced blocks" of the README.
 */
export function syncedBlockNodes(): Extensions {
  return [
    Node.create({
      name: syncedBlockNodeName,
      group: 'block',
      content: 'block+',
      defining: true,
      isolating: true,
      addAttributes: () => ({
        block: {
          default: null,
          rendered: false,
          parseHTML: (element) => validSyncedId(element.getAttribute('data-block')),
        },
      }),
      parseHTML: () => [{ tag: 'div[data-type="synced-block"]' }],
      renderHTML: ({ node, HTMLAttributes }) => [
        'div',
        { ...syncedBlockHtmlAttributes(validSyncedId(node.attrs['block'])), ...HTMLAttributes },
        0,
      ],
    }),
    Node.create({
      name: syncedReferenceNodeName,
      group: 'block',
      atom: true,
      draggable: true,
      addAttributes: () => ({ page: read('page'), block: read('block') }),
      parseHTML: () => [{ tag: 'div[data-type="synced-reference"]' }],
      renderHTML: ({ node, HTMLAttributes }) => [
        'div',
        { ...syncedReferenceHtmlAttributes(validSyncedReference(node.attrs)), ...HTMLAttributes },
      ],
    }),
  ]
}

/** Returns the reference in a node. Returns null for an invalid reference and for other nodes. */
export function syncedReferenceOfNode({ type, attrs }: DocumentNode): SyncedReference | null {
  return type.name === syncedReferenceNodeName ? validSyncedReference(attrs) : null
}

/** Returns the id of an original. Returns null for an original without a valid id and for other nodes. */
export function syncedBlockIdOfNode({ type, attrs }: DocumentNode): string | null {
  return type.name === syncedBlockNodeName ? validSyncedId(attrs['block']) : null
}

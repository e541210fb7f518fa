import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { findItemKeys, getMentionedItems, type ItemKeyInText } from './item-keys.ts'
import type { EditorPortals } from './portals.ts'

/**
 * The two elements around the key of a work item: the state of the item before the key, and the title of the
 * item after the key.
 */
export interface ChipPortal {
  dom: HTMLElement
  id: string
  part: 'state' | 'title'
}

export type ChipPortals = EditorPortals<ChipPortal>

const key = new PluginKey<DecorationSet>('itemChips')

/**
 * Shows keys of work items as chips. The document stores only the key, so it reveals nothing about the item,
 * and each reader sees only items that they can access.
 */
export function itemChipExtension(portals: ChipPortals, open: (path: string) => void) {
  return Extension.create({
    name: 'itemChips',
    addProseMirrorPlugins: () => [
      new Plugin({
        key,
        state: {
          init: (_, { doc }) => decorated(doc, portals),
          apply: (transaction, before, _, { doc }) =>
            transaction.docChanged || transaction.getMeta(key) ? decorated(doc, portals) : before,
        },
        view: (view) => ({
          destroy: getMentionedItems().subscribe(() => view.dispatch(view.state.tr.setMeta(key, true))),
        }),
        props: {
          decorations: (state) => key.getState(state),
          handleDOMEvents: { click: (_view, event) => openItemChip(event, open) },
        },
      }),
    ],
  })
}

/** Navigates to the item on a click on a chip. With Ctrl or ⌘ the browser opens a new tab. */
export function openItemChip(event: MouseEvent, open: (path: string) => void): boolean {
  // The editor of a synced block is inside another editor and has handled the click first.
  if (event.defaultPrevented) return false
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return false
  const path = event.target.closest('.item-chip a')?.getAttribute('href')
  if (!path) return false
  event.preventDefault()
  open(path)
  return true
}

/**
 * Caches the keys of each node. An edit creates new objects only for the changed block and its ancestors, so
 * all other nodes stay cached.
 */
const found = new WeakMap<Node, readonly ItemKeyInText[]>()
const none: readonly ItemKeyInText[] = []

/** Returns the keys in a node, with positions relative to the start of the node's content. */
function keysOf(node: Node): readonly ItemKeyInText[] {
  const known = found.get(node)
  if (known) return known
  const keys = findKeys(node)
  found.set(node, keys)
  return keys
}

function findKeys(node: Node): readonly ItemKeyInText[] {
  if (node.type.spec.code || node.isLeaf) return none
  if (node.isTextblock) return findItemKeys(node.textBetween(0, node.content.size, null, '\u{fffc}'))
  const keys: ItemKeyInText[] = []
  node.forEach((child, offset) => {
    for (const { key: name, from, to } of keysOf(child))
      keys.push({ key: name, from: offset + 1 + from, to: offset + 1 + to })
  })
  return keys.length === 0 ? none : keys
}

function decorated(doc: Node, portals: ChipPortals): DecorationSet {
  const decorations = keysOf(doc).flatMap(({ key: name, from, to }) => {
    const item = getMentionedItems().get(name)
    if (!item) return []
    return [
      widget(from, item.id, 'state', portals),
      Decoration.inline(from, to, { class: 'item-key' }),
      widget(to, item.id, 'title', portals),
    ]
  })
  return decorations.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, decorations)
}

function widget(position: number, id: string, part: ChipPortal['part'], portals: ChipPortals): Decoration {
  const removals = new Map<globalThis.Node, () => void>()
  return Decoration.widget(
    position,
    () => {
      const dom = createChipPart(part)
      removals.set(dom, portals.add({ dom, id, part }).remove)
      return dom
    },
    {
      key: `${id} ${part}`,
      side: part === 'state' ? 1 : -1,
      ignoreSelection: true,
      stopEvent: () => false,
      destroy: (dom) => removals.get(dom)?.(),
    },
  )
}

export function createChipPart(part: ChipPortal['part']): HTMLElement {
  const dom = document.createElement('span')
  dom.className = `item-chip item-chip-${part}`
  dom.contentEditable = 'false'
  return dom
}

import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type FoundKey, keysIn, namedItems } from './item-keys.ts'
import type { Places } from './places.ts'

/** The two parts around the key of a work item: its state before it and its title after it. */
export interface ChipPlace {
  dom: HTMLElement
  id: string
  part: 'state' | 'title'
}

export type ChipPlaces = Places<ChipPlace>

const key = new PluginKey<DecorationSet>('itemChips')

/**
 * Shows keys of work items as chips. The document stores only the key, so it reveals nothing about the item, and each reader sees only
 * items that they can access.
 */
export function itemChips(places: ChipPlaces, open: (path: string) => void) {
  return Extension.create({
    name: 'itemChips',
    addProseMirrorPlugins: () => [
      new Plugin({
        key,
        state: {
          init: (_, { doc }) => decorated(doc, places),
          apply: (transaction, before, _, { doc }) =>
            transaction.docChanged || transaction.getMeta(key) ? decorated(doc, places) : before,
        },
        view: (view) => ({
          destroy: namedItems().subscribe(() => view.dispatch(view.state.tr.setMeta(key, true))),
        }),
        props: {
          decorations: (state) => key.getState(state),
          handleDOMEvents: { click: (_view, event) => openChip(event, open) },
        },
      }),
    ],
  })
}

/** Navigates to the item on a click on a chip. With Ctrl or ⌘ the browser opens a new tab. */
export function openChip(event: MouseEvent, open: (path: string) => void): boolean {
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return false
  const path = event.target.closest('.item-chip a')?.getAttribute('href')
  if (!path) return false
  event.preventDefault()
  open(path)
  return true
}

/**
 * Caches the keys of each node. An edit creates new objects only for the changed block and its ancestors, so all other nodes stay cached.
 */
const found = new WeakMap<Node, readonly FoundKey[]>()
const none: readonly FoundKey[] = []

/** The positions are relative to the start of the node's content. */
function keysOf(node: Node): readonly FoundKey[] {
  const known = found.get(node)
  if (known) return known
  const keys = findKeys(node)
  found.set(node, keys)
  return keys
}

function findKeys(node: Node): readonly FoundKey[] {
  if (node.type.spec.code || node.isLeaf) return none
  if (node.isTextblock) return keysIn(node.textBetween(0, node.content.size, null, '\u{fffc}'))
  const keys: FoundKey[] = []
  node.forEach((child, offset) => {
    for (const { key: name, from, to } of keysOf(child))
      keys.push({ key: name, from: offset + 1 + from, to: offset + 1 + to })
  })
  return keys.length === 0 ? none : keys
}

function decorated(doc: Node, places: ChipPlaces): DecorationSet {
  const decorations = keysOf(doc).flatMap(({ key: name, from, to }) => {
    const item = namedItems().get(name)
    if (!item) return []
    return [
      widget(from, item.id, 'state', places),
      Decoration.inline(from, to, { class: 'item-key' }),
      widget(to, item.id, 'title', places),
    ]
  })
  return decorations.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, decorations)
}

function widget(position: number, id: string, part: ChipPlace['part'], places: ChipPlaces): Decoration {
  const removals = new Map<globalThis.Node, () => void>()
  return Decoration.widget(
    position,
    () => {
      const dom = chipPart(part)
      removals.set(dom, places.add({ dom, id, part }).remove)
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

export function chipPart(part: ChipPlace['part']): HTMLElement {
  const dom = document.createElement('span')
  dom.className = `item-chip item-chip-${part}`
  dom.contentEditable = 'false'
  return dom
}

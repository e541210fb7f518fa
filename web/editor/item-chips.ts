import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type FoundKey, keysIn, namedItems } from './item-keys.ts'
import type { Places } from './places.ts'

/** Before the key stands the state of its item, behind it the title. */
export interface ChipPlace {
  dom: HTMLElement
  id: string
  part: 'state' | 'title'
}

export type ChipPlaces = Places<ChipPlace>

const key = new PluginKey<DecorationSet>('itemChips')

/**
 * Shows the key of an item in a text as a chip. The text itself says the key alone, so what is stored tells nothing of the item, and each
 * reader sees what they have access to.
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

/** A press on a chip goes to the item within the page; with Ctrl or ⌘ the browser opens another. */
export function openChip(event: MouseEvent, open: (path: string) => void): boolean {
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return false
  const path = event.target.closest('.item-chip a')?.getAttribute('href')
  if (!path) return false
  event.preventDefault()
  open(path)
  return true
}

/** What stands in a block is found once: only what is typed in makes a new one of it. */
const found = new WeakMap<Node, FoundKey[]>()

function keysOf(block: Node): FoundKey[] {
  const known = found.get(block)
  if (known) return known
  const keys = keysIn(block.textBetween(0, block.content.size, null, '\u{fffc}'))
  found.set(block, keys)
  return keys
}

function decorated(doc: Node, places: ChipPlaces): DecorationSet {
  const decorations: Decoration[] = []
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true
    if (block.type.spec.code) return false
    for (const { key: name, from, to } of keysOf(block)) {
      const item = namedItems().get(name)
      if (!item) continue
      const [start, end] = [position + 1 + from, position + 1 + to]
      decorations.push(
        widget(start, item.id, 'state', places),
        Decoration.inline(start, end, { class: 'item-key' }),
        widget(end, item.id, 'title', places),
      )
    }
    return false
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

import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { pageAt, pagePlaceAt } from '#common/documents/content/page-links.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import type { Places } from '../places.ts'

/** Where a line is nothing but the address of a page: the page's icon and name go there. */
export interface PageLink {
  dom: HTMLElement
  /** Null for the workspace itself. */
  project: string | null
  page: string
}

export type PageLinePlaces = Places<PageLink>

/**
 * Shows the address of a page that stands alone in a line as the page, by its name of now, to whoever has access to it; others see the
 * address. It is what the text says, and what is seen where the caret is in it.
 */
export function pageLines(places: PageLinePlaces, open: (path: string) => void) {
  return Extension.create({
    name: 'pageLines',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations: (state) => decorated(state, places),
          handleDOMEvents: { click: (_view, event) => openLine(event, open) },
        },
      }),
    ],
  })
}

/** Within the page; with Ctrl or ⌘ the browser opens another. */
export function openLine(event: MouseEvent, open: (path: string) => void): boolean {
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return false
  const path = event.target.closest('.page-line a')?.getAttribute('href')
  if (!path) return false
  event.preventDefault()
  open(path)
  return true
}

interface FoundLine {
  /** Null for the workspace itself. */
  project: string | null
  page: string
  from: number
  to: number
}

/** What stands in a node is found once: what is typed makes new ones of the block and of those around it alone. */
const found = new WeakMap<Node, readonly FoundLine[]>()
const none: readonly FoundLine[] = []

/** Places are counted from where the node's content begins. */
function linesOf(node: Node): readonly FoundLine[] {
  const known = found.get(node)
  if (known) return known
  const lines = findLines(node)
  found.set(node, lines)
  return lines
}

function findLines(node: Node): readonly FoundLine[] {
  if (node.isLeaf) return none
  if (node.isTextblock) {
    const place = node.type.name === 'paragraph' ? pageOfLine(node) : null
    return place === null ? none : [{ ...place, from: 0, to: node.content.size }]
  }
  const lines: FoundLine[] = []
  node.forEach((child, offset) => {
    for (const line of linesOf(child))
      lines.push({ ...line, from: offset + 1 + line.from, to: offset + 1 + line.to })
  })
  return lines.length === 0 ? none : lines
}

function pageOfLine({ childCount, firstChild }: Node): { project: string | null; page: string } | null {
  const link = childCount === 1 ? firstChild?.marks.find(({ type }) => type.name === 'link') : undefined
  return link ? pageLinkOf(link.attrs['href'], firstChild?.text ?? '') : null
}

/** Of a link that says nothing but its own address. Links of other workspaces are links. */
export function pageLinkOf(href: unknown, text: string): { project: string | null; page: string } | null {
  const place = pagePlaceAt(href)
  if (place === null || pageAt(text.trim()) !== place.page) return null
  const { host, pathname } = new URL(String(href), location.origin)
  return host === location.host && pathname.startsWith(`/${currentSlug()}/`) ? place : null
}

function decorated({ doc, selection }: EditorState, places: PageLinePlaces): DecorationSet {
  const decorations = linesOf(doc).flatMap(({ project, page, from, to }) => {
    const hasCaret = selection.from <= to && selection.to >= from
    const name = `page-line-address${hasCaret ? ' is-entered' : ''}`
    return [widget(from, project, page, places), Decoration.inline(from, to, { class: name })]
  })
  return decorations.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, decorations)
}

const removals = new WeakMap<globalThis.Node, () => void>()

function widget(position: number, project: string | null, page: string, places: PageLinePlaces): Decoration {
  return Decoration.widget(
    position,
    () => {
      const dom = lineChip()
      removals.set(dom, places.add({ dom, project, page }).remove)
      return dom
    },
    {
      key: `page ${page}`,
      side: -1,
      ignoreSelection: true,
      stopEvent: () => false,
      destroy: (dom) => removals.get(dom)?.(),
    },
  )
}

export function lineChip(): HTMLElement {
  const dom = document.createElement('span')
  dom.className = 'page-line'
  dom.contentEditable = 'false'
  return dom
}

/** Puts a line with a page in place of the block with the caret where that is empty, else below it, and lets one write on. */
export function insertPageLine({ schema, tr }: EditorState, path: string): Transaction | null {
  const { paragraph } = schema.nodes
  const { link } = schema.marks
  const { $from } = tr.selection
  if (!paragraph || !link || $from.depth === 0) return null
  const href = new URL(path, location.origin).href
  const line = paragraph.create(null, schema.text(href, [link.create({ href })]))
  const isEmpty = $from.parent.content.size === 0 && $from.parent.type === paragraph
  const at = isEmpty ? $from.before() : $from.after()
  tr.replaceWith(at, isEmpty ? $from.after() : at, [line, paragraph.create()])
  return tr.setSelection(Selection.near(tr.doc.resolve(at + line.nodeSize + 1))).scrollIntoView()
}

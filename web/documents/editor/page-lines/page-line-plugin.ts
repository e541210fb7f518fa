import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { pageIdOfLink, pageLinkTarget } from '#common/documents/content/page-links.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import type { EditorPortals } from '../portals.ts'

/**
 * A line that consists only of a link to a page. React renders the icon and name of the page into the line.
 */
export interface PageLink {
  dom: HTMLElement
  /** The id of the project. Null for a page of the workspace. */
  project: string | null
  page: string
}

export type PageLinkPortals = EditorPortals<PageLink>

/**
 * Shows a link that is alone on its line as the linked page with its current name, for readers who can access
 * it. Others see the address, which is the text of the document. The address is also visible while the caret
 * is in the line.
 */
export function pageLinkExtension(portals: PageLinkPortals, open: (path: string) => void) {
  return Extension.create({
    name: 'pageLines',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations: (state) => decorated(state, portals),
          handleDOMEvents: { click: (_view, event) => openPageLink(event, open) },
        },
      }),
    ],
  })
}

/** Navigates to the page on a click. With Ctrl or ⌘ the browser opens a new tab. */
export function openPageLink(event: MouseEvent, open: (path: string) => void): boolean {
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return false
  const path = event.target.closest('.page-line a')?.getAttribute('href')
  if (!path) return false
  event.preventDefault()
  open(path)
  return true
}

interface FoundLine {
  /** The id of the project. Null for a page of the workspace. */
  project: string | null
  page: string
  from: number
  to: number
}

/**
 * Caches the lines of each node. An edit creates new objects only for the changed block and its ancestors, so
 * all other nodes stay cached.
 */
const found = new WeakMap<Node, readonly FoundLine[]>()
const none: readonly FoundLine[] = []

/** Returns the page links in a node, with positions relative to the start of the node's content. */
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
    const target = node.type.name === 'paragraph' ? pageOfLine(node) : null
    return target === null ? none : [{ ...target, from: 0, to: node.content.size }]
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
  return link ? parsePageLink(link.attrs['href'], firstChild?.text ?? '') : null
}

/**
 * Returns the page of a link whose text is its own address. Links to other workspaces stay normal links. For
 * these links, the function returns null. `project` is null for a page of the workspace.
 */
export function parsePageLink(href: unknown, text: string): { project: string | null; page: string } | null {
  const target = pageLinkTarget(href)
  if (target === null || pageIdOfLink(text.trim()) !== target.page) return null
  const { host, pathname } = new URL(String(href), location.origin)
  return host === location.host && pathname.startsWith(`/${currentSlug()}/`) ? target : null
}

function decorated({ doc, selection }: EditorState, portals: PageLinkPortals): DecorationSet {
  const decorations = linesOf(doc).flatMap(({ project, page, from, to }) => {
    const hasCaret = selection.from <= to && selection.to >= from
    const name = `page-line-address${hasCaret ? ' is-entered' : ''}`
    return [widget(from, project, page, portals), Decoration.inline(from, to, { class: name })]
  })
  return decorations.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, decorations)
}

const removals = new WeakMap<globalThis.Node, () => void>()

function widget(
  position: number,
  project: string | null,
  page: string,
  portals: PageLinkPortals,
): Decoration {
  return Decoration.widget(
    position,
    () => {
      const dom = createPageLinkElement()
      removals.set(dom, portals.add({ dom, project, page }).remove)
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

export function createPageLinkElement(): HTMLElement {
  const dom = document.createElement('span')
  dom.className = 'page-line'
  dom.contentEditable = 'false'
  return dom
}

/**
 * Inserts a line with a link to a page. The line replaces an empty block at the caret and otherwise follows
 * that block. An empty paragraph for the caret is added below the line. Returns null if the text cannot
 * contain links.
 */
export function insertPageLink({ schema, tr }: EditorState, path: string): Transaction | null {
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

import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { pageIdOfLink, pageLinkTarget } from '#common/documents/content/page-links.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import type { EditorPortals } from '../portals.ts'

/**
 * A link to a page, if the text of the link is the address of this page. React renders the icon and name of the
 * page before the link.
 */
export interface PageLink {
  dom: HTMLElement
  /** The id of the project. Null for a page of the workspace. */
  project: string | null
  page: string
}

export type PageLinkPortals = EditorPortals<PageLink>

/**
 * Changes how a link is shown if the text of the link is the address of a page. Readers who can access the page see
 * its current name. All other readers see the address, because the document contains only the address. The address
 * is also visible while the caret is in the link. Backspace and Delete beside the link delete the whole link.
 */
export function pageLinkExtension(portals: PageLinkPortals, open: (path: string) => void) {
  return Extension.create({
    name: 'pageLines',
    // Must run before the default handlers of Backspace and Delete, which delete single characters.
    priority: 200,
    addKeyboardShortcuts() {
      const remove = (edge: 'from' | 'to') => () => {
        const { state, view } = this.editor
        const link = linksOf(state.doc).find((each) => each[edge] === state.selection.from)
        if (!state.selection.empty || link === undefined) return false
        view.dispatch(state.tr.delete(link.from, link.to).scrollIntoView())
        return true
      }
      return { Backspace: remove('to'), Delete: remove('from') }
    },
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
  // The editor of a synced block is inside another editor and has handled the click first.
  if (event.defaultPrevented) return false
  if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey) return false
  const path = event.target.closest('.page-line a')?.getAttribute('href')
  if (!path) return false
  event.preventDefault()
  open(path)
  return true
}

interface FoundLink {
  /** The id of the project. Null for a page of the workspace. */
  project: string | null
  page: string
  from: number
  to: number
}

/**
 * Caches the links of each node. An edit creates new objects only for the changed block and its ancestors, so
 * all other nodes stay cached.
 */
const found = new WeakMap<Node, readonly FoundLink[]>()
const none: readonly FoundLink[] = []

/** Returns the page links in a node, with positions relative to the start of the node's content. */
function linksOf(node: Node): readonly FoundLink[] {
  const known = found.get(node)
  if (known) return known
  const links = findLinks(node)
  found.set(node, links)
  return links
}

function findLinks(node: Node): readonly FoundLink[] {
  if (node.isLeaf || node.type.spec.code) return none
  const links: FoundLink[] = []
  node.forEach((child, offset) => {
    const target = child.isText ? pageOfText(child) : null
    if (target !== null) links.push({ ...target, from: offset, to: offset + child.nodeSize })
    if (!child.isLeaf)
      for (const link of linksOf(child))
        links.push({ ...link, from: offset + 1 + link.from, to: offset + 1 + link.to })
  })
  return links.length === 0 ? none : links
}

function pageOfText({ marks, text }: Node): { project: string | null; page: string } | null {
  const link = marks.find(({ type }) => type.name === 'link')
  return link ? parsePageLink(link.attrs['href'], text ?? '') : null
}

/**
 * Returns the page to which a link leads, provided that the text of the link is the address of this page. Returns
 * null for all other links and for links to other workspaces. `project` is null for a page of the workspace.
 */
export function parsePageLink(href: unknown, text: string): { project: string | null; page: string } | null {
  const target = pageLinkTarget(href)
  if (target === null || pageIdOfLink(text.trim()) !== target.page) return null
  const { host, pathname } = new URL(String(href), location.origin)
  return host === location.host && pathname.startsWith(`/${currentSlug()}/`) ? target : null
}

function decorated({ doc, selection }: EditorState, portals: PageLinkPortals): DecorationSet {
  const decorations = linksOf(doc).flatMap(({ project, page, from, to }) => {
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
      // The widget does not inherit the mark of the link. Its element is therefore directly before the
      // element of the link, where `document.css` expects it.
      marks: [],
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
 * Inserts a line with a link to a page. If the block at the caret is empty, the line replaces this block.
 * Otherwise the line follows the block. An empty paragraph for the caret is added below the line. Returns null
 * if the text cannot contain links.
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

import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { languageName, languageOf } from './code-languages.ts'
import { type DiagramBox, diagramBox } from './diagrams/diagram-box.ts'
import { diagramLanguage } from './diagrams/insert-diagram.ts'
import { firstOf, longTable, tellWidths } from './long-tables.ts'
import type { Places } from './places.ts'

/** A place on a block for the button that opens its menu. */
export interface BlockHandle {
  kind: 'table' | 'codeBlock'
  dom: HTMLElement
  node: Node
  /** Where the block is now; undefined once it is gone. */
  position: () => number | undefined
}

export type BlockHandles = Places<BlockHandle>

/** A block in a box that has its handle; a table scrolls in it where it is wider than the text. */
export function blockView(handles: BlockHandles, kind: BlockHandle['kind']) {
  return (node: Node, _view: EditorView, getPos: () => number | undefined): NodeView => {
    const { dom, handle, contentDOM } = kind === 'table' ? tableBox(node) : codeBox()
    handle.contentEditable = 'false'
    let diagram: DiagramBox | null = null
    /** With its language come its name and what is drawn of it. */
    const showCode = (code: Node) => {
      const isDrawn = languageOf(code.attrs['language']) === diagramLanguage
      if (!isDrawn) diagram?.release()
      diagram = isDrawn ? (diagram ?? diagramBox(dom)) : null
      diagram?.show(code.textContent)
      dom.toggleAttribute('data-named', languageName(code.attrs['language']) !== null)
    }
    if (kind === 'codeBlock') showCode(node)
    let current = node
    const isBeside = (target: EventTarget | null) =>
      target instanceof globalThis.Node && (handle.contains(target) || diagram?.contains(target) === true)
    const added = handles.add({ kind, dom: handle, node, position: getPos })
    return {
      dom,
      contentDOM,
      update(next) {
        if (next.type !== current.type) return false
        // What is typed in it is no news to its handle.
        if (next.attrs !== current.attrs) added.update({ node: next })
        current = next
        if (kind === 'table') keepWidths(contentDOM.parentElement, next)
        else showCode(next)
        return true
      },
      stopEvent: ({ target }) => isBeside(target),
      ignoreMutation: ({ type, target }) => isBeside(target) || (type === 'attributes' && target === dom),
      destroy() {
        added.remove()
        diagram?.release()
      },
    }
  }
}

function tableBox(node: Node) {
  const [dom, scroll, table, contentDOM, handle] = elements('div', 'div', 'table', 'tbody', 'div')
  dom.className = 'table-block'
  scroll.className = 'table-scroll scroll-quiet'
  handle.className = 'block-handle'
  table.append(contentDOM)
  scroll.append(table)
  dom.append(handle, scroll)
  keepWidths(table, node)
  return { dom, handle, contentDOM }
}

/** Told once it is long, and again when it gets a column. */
function keepWidths(table: HTMLElement | null, { childCount, content, firstChild }: Node): void {
  if (table === null || childCount < longTable) return
  const columns = String(firstChild?.childCount)
  if (table.dataset['columns'] === columns) return
  table.dataset['columns'] = columns
  tellWidths(
    table,
    firstOf(content.content).map((row) => row.children.map((cell) => cell.textContent)),
  )
}

function codeBox() {
  const [dom, pre, contentDOM, handle] = elements('div', 'pre', 'code', 'div')
  dom.className = 'code-block'
  handle.className = 'block-handle'
  pre.dir = 'ltr'
  pre.append(contentDOM)
  dom.append(handle, pre)
  return { dom, handle, contentDOM }
}

function elements<Names extends string[]>(...names: Names): { [At in keyof Names]: HTMLElement } {
  return names.map((name) => document.createElement(name)) as { [At in keyof Names]: HTMLElement }
}

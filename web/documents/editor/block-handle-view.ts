import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { tableColumnWidths } from '#common/documents/content/table-layout.ts'
import { codeLanguageName, parseCodeLanguage } from './code/code-languages.ts'
import { createCodeHighlighter } from './code/highlight-code.ts'
import { createColumnsElement } from './columns/column-box.ts'
import { createDiagramElement, type DiagramElement } from './diagrams/diagram-box.ts'
import { diagramLanguage } from './diagrams/insert-diagram.ts'
import type { EditorPortals } from './portals.ts'
import { createSyncedBlockElement } from './synced/synced-views.ts'
import { applyColumnWidths } from './tables/apply-column-widths.ts'
import { longTableMinRows, sampleRowsForWidths, setFixedColumnWidths } from './tables/long-tables.ts'

/** An element on a block into which React renders the menu button of the block. */
export interface BlockHandle {
  kind: 'table' | 'codeBlock' | 'columns' | 'syncedBlock'
  dom: HTMLElement
  /** The layer over a table that contains the handles of rows and columns. Null for other blocks. */
  over: HTMLElement | null
  node: Node
  /** Returns the current position of the block, or undefined after it was deleted. */
  position: () => number | undefined
}

export type BlockHandles = EditorPortals<BlockHandle>

/**
 * Creates the node view of a block with a menu button. Tables that are wider than the text scroll
 * horizontally inside it.
 */
export function createBlockHandleView(handles: BlockHandles, kind: BlockHandle['kind']) {
  return (node: Node, _view: EditorView, getPos: () => number | undefined): NodeView => {
    const { dom, handle, over, contentDOM } = boxes[kind](node)
    for (const part of [handle, over]) if (part) part.contentEditable = 'false'
    let diagram: DiagramElement | null = null
    /** Updates the displayed language name, the colors and the rendered diagram of a code block. */
    const showCode = (code: Node) => {
      const isDrawn = parseCodeLanguage(code.attrs['language']) === diagramLanguage
      if (!isDrawn) diagram?.release()
      diagram = isDrawn ? (diagram ?? createDiagramElement(dom)) : null
      diagram?.show(code.textContent)
      colors?.show(parseCodeLanguage(code.attrs['language']))
      dom.toggleAttribute('data-named', codeLanguageName(code.attrs['language']) !== null)
    }
    const colors = kind === 'codeBlock' ? createCodeHighlighter(contentDOM) : null
    if (kind === 'codeBlock') showCode(node)
    let current = node
    const isInControls = (target: EventTarget | null) =>
      target instanceof globalThis.Node && [handle, over, diagram].some((part) => part?.contains(target))
    const added = handles.add({ kind, dom: handle, over, node, position: getPos })
    return {
      dom,
      contentDOM,
      update(next) {
        if (next.type !== current.type) return false
        // The menu depends only on the attributes of the block, so it is not updated when only the content changes.
        if (next.attrs !== current.attrs) added.update({ node: next })
        current = next
        if (kind === 'table') updateWidths(contentDOM.parentElement, next)
        else if (kind === 'codeBlock') showCode(next)
        return true
      },
      stopEvent: ({ target }) => isInControls(target),
      ignoreMutation: ({ type, target }) =>
        isInControls(target) ||
        (type === 'attributes' && target === dom) ||
        (kind === 'table' && !contentDOM.contains(target)),
      destroy() {
        added.remove()
        diagram?.release()
        colors?.release()
      },
    }
  }
}

const boxes = {
  table: tableBox,
  codeBlock: codeBox,
  columns: createColumnsElement,
  syncedBlock: createSyncedBlockElement,
}

function tableBox(node: Node) {
  const [dom, scroll, table, contentDOM, handle, over] = elements(
    'div',
    'div',
    'table',
    'tbody',
    'div',
    'div',
  )
  dom.className = 'table-block'
  scroll.className = 'table-scroll scroll-quiet'
  handle.className = 'block-handle'
  over.className = 'table-over'
  table.append(contentDOM)
  scroll.append(table)
  dom.append(handle, scroll, over)
  updateWidths(table, node)
  return { dom, handle, over, contentDOM }
}

/**
 * Applies the column widths. If a long table has no stored widths, they are computed from its text. They are
 * computed again only when the number of columns changes, because the computation is slow.
 */
function updateWidths(table: HTMLElement | null, node: Node): void {
  if (table === null) return
  const { childCount, content, firstChild } = node
  const widths = tableColumnWidths(node)
  const isLong = childCount >= longTableMinRows
  const key = widths ? widths.join(' ') : isLong ? `${firstChild?.childCount}` : ''
  if ((table.dataset['columns'] ?? '') === key) return
  table.dataset['columns'] = key
  applyColumnWidths(table, widths)
  if (widths || !isLong) return
  setFixedColumnWidths(
    table,
    sampleRowsForWidths(content.content).map((row) => row.children.map((cell) => cell.textContent)),
  )
}

function codeBox() {
  const [dom, pre, contentDOM, handle] = elements('div', 'pre', 'code', 'div')
  dom.className = 'code-block'
  handle.className = 'block-handle'
  pre.dir = 'ltr'
  pre.append(contentDOM)
  dom.append(handle, pre)
  return { dom, handle, over: null, contentDOM }
}

function elements<Names extends string[]>(...names: Names): { [At in keyof Names]: HTMLElement } {
  return names.map((name) => document.createElement(name)) as { [At in keyof Names]: HTMLElement }
}

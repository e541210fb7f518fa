/**
 * Creates the markup of columns for the editor and for stored texts. The handle is only used in the editor.
 */
export function createColumnsElement() {
  const [dom, contentDOM, handle] = ['div', 'div', 'div'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  dom.className = 'columns'
  contentDOM.className = 'columns-row'
  handle.className = 'block-handle'
  dom.append(handle, contentDOM)
  return { dom, contentDOM, handle, over: null }
}

/** Creates the markup of one column with its relative width. Null is the default width. */
export function createColumnElement(width: number | null) {
  const [dom, contentDOM] = ['div', 'div'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
  ]
  dom.className = 'column'
  contentDOM.className = 'column-content'
  dom.append(contentDOM)
  applyColumnWidth(dom, width)
  return { dom, contentDOM }
}

export function applyColumnWidth(column: HTMLElement, width: number | null): void {
  column.style.flexGrow = String(width ?? 1)
}

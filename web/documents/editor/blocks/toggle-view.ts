import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { t } from '../../../locales/i18n.ts'

export interface ToggleElement {
  dom: HTMLElement
  contentDOM: HTMLElement
}

/**
 * Creates the markup of a toggle for the editor and for stored texts. The toggle is collapsed at first. The
 * collapsed state is not stored.
 */
export function createToggleElement(): ToggleElement {
  const [dom, button, contentDOM] = ['div', 'button', 'div'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLButtonElement,
    HTMLElement,
  ]
  dom.className = 'toggle'
  button.className = 'toggle-button'
  button.type = 'button'
  button.contentEditable = 'false'
  button.ariaLabel = t('editor.toggle.fold')
  button.ariaExpanded = 'false'
  contentDOM.className = 'toggle-content'
  // The default action would move the focus out of the text, which closes the on-screen keyboard.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => setToggleOpen(dom, !isToggleOpen(dom)))
  dom.append(button, contentDOM)
  return { dom, contentDOM }
}

/**
 * Creates the summary line. It is not a `summary` element, because that needs a `details` parent, in which
 * the browser itself would handle clicks.
 */
export function createSummaryLine(): HTMLElement {
  const line = document.createElement('div')
  line.className = 'toggle-line'
  line.dir = 'auto'
  return line
}

export function createSummaryView(node: Node): NodeView {
  const dom = createSummaryLine()
  return { dom, contentDOM: dom, update: (next) => next.type === node.type }
}

export function isToggleOpen(toggle: HTMLElement): boolean {
  return toggle.hasAttribute('data-open')
}

export function setToggleOpen(toggle: HTMLElement, open: boolean): void {
  toggle.toggleAttribute('data-open', open)
  const button = toggle.querySelector(':scope > .toggle-button')
  if (button) button.ariaExpanded = String(open)
}

/**
 * For a text in which the changes between two versions are marked. Returns true if the whole toggle was changed, or
 * if its content below the summary contains a change. Such a toggle must be expanded, because the content of a
 * collapsed toggle is invisible.
 */
export function isChangeInClosedToggle(toggle: Element): boolean {
  if (toggle.closest('[data-change]') !== null) return true
  return [...toggle.querySelectorAll('[data-change]')].some((change) => isBelowLine(toggle, change))
}

function isBelowLine(toggle: Element, change: Element): boolean {
  const line = change.closest('summary')
  return line?.parentElement !== toggle
}

export function createToggleView(node: Node): NodeView {
  const { dom, contentDOM } = createToggleElement()
  return {
    dom,
    contentDOM,
    update: (next) => next.type === node.type,
    stopEvent: ({ target }) => target instanceof Element && target.closest('.toggle-button') !== null,
    // Changes inside the toggle button are not changes of the text, so ProseMirror ignores them.
    ignoreMutation: ({ type, target }) => type !== 'selection' && !contentDOM.contains(target),
  }
}

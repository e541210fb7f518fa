import type { Editor } from '@tiptap/core'

/** Returns the element at the caret, beside which popups open. */
export function elementAtCaret({ view }: Editor): Element {
  const { node } = view.domAtPos(view.state.selection.from)
  return (node instanceof Element ? node : node.parentElement) ?? view.dom
}

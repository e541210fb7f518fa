import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { TypedQueryKind } from './typed-query.ts'

/**
 * Replaces the typed query by an inline node and a space. The space is left out if a space follows already. Does
 * nothing if the query was closed, or if `node` is undefined.
 */
export function replaceQueryWithNode(view: EditorView, kind: TypedQueryKind, node: Node | undefined): void {
  const { tr } = view.state
  const query = kind.in(view.state)
  if (query === null || node === undefined) return
  tr.replaceWith(query.from, query.to, node)
  const after = query.from + node.nodeSize
  const next = tr.doc.resolve(after)
  const hasBlank = /^\s/.test(next.parent.textBetween(next.parentOffset, next.parent.content.size))
  if (!hasBlank) tr.insertText(' ', after)
  tr.setSelection(TextSelection.create(tr.doc, after + 1))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

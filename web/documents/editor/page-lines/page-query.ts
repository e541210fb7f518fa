import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { replaceQueryWithNode } from '../replace-query.ts'
import { createTypedQueryKind, type TypedQueryKind } from '../typed-query.ts'

/** Matches `[[` followed by the name of a page, which may contain spaces but does not begin with one. */
export const pageTriggerQuery = createTypedQueryKind('pageQuery', /\[\[(?!\s)([^[\]\u{fffc}]*)$/u, 2)

/** Replaces the typed query by a link to a page. The text of the link is its address. */
export function insertPageLinkInSentence(view: EditorView, kind: TypedQueryKind, path: string): void {
  const { schema } = view.state
  const { link } = schema.marks
  const href = pageAddress(path)
  replaceQueryWithNode(view, kind, link && schema.text(href, [link.create({ href })]))
}

/** Replaces links to a page that could not be created by the name of the page. */
export function replacePageLinksByName(
  { doc, schema, tr }: EditorState,
  path: string,
  name: string,
): Transaction {
  const href = pageAddress(path)
  doc.descendants((node, position) => {
    if (!node.isText || !node.marks.some(({ attrs }) => attrs['href'] === href)) return
    const marks = node.marks.filter(({ type }) => type !== schema.marks['link'])
    const from = tr.mapping.map(position)
    tr.replaceWith(from, from + node.nodeSize, schema.text(name, marks))
  })
  return tr
}

function pageAddress(path: string): string {
  return new URL(path, location.origin).href
}

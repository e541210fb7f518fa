import type { EditorView } from '@tiptap/pm/view'
import { replaceQueryWithNode } from '../replace-query.ts'
import { createTypedQueryKind, type TypedQueryKind } from '../typed-query.ts'

/** Matches `[[` followed by the name of a page, which may contain spaces. */
export const pageTriggerQuery = createTypedQueryKind('pageQuery', /\[\[([^[\]\u{fffc}]*)$/u, 2)

/** Replaces the typed query by a link to a page. The text of the link is its address. */
export function insertPageLinkInSentence(view: EditorView, kind: TypedQueryKind, path: string): void {
  const { schema } = view.state
  const { link } = schema.marks
  const href = new URL(path, location.origin).href
  replaceQueryWithNode(view, kind, link && schema.text(href, [link.create({ href })]))
}

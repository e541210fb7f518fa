import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { createTypedQueryKind, type TypedQuery } from './typed-query.ts'

/**
 * Matches a colon at the beginning of a word only, so that neither the time 10:30 nor "as follows:" opens the
 * list.
 */
export const emojiTriggerQuery = createTypedQueryKind('emojiQuery', /(?:^|[\s([{"'\u{fffc}]):([\w+-]*)$/u)

/** Replaces the query by an emoji. */
export function insertEmoji(view: EditorView, name: string, sign: string): void {
  const { schema, tr } = view.state
  const query = emojiTriggerQuery.in(view.state)
  const emoji = schema.nodes.emoji?.create({ name, sign })
  if (query === null || emoji === undefined) return
  const { $from } = view.state.selection
  tr.replaceWith(query.from, query.to, emoji.mark($from.marks()))
  tr.setSelection(TextSelection.create(tr.doc, query.from + emoji.nodeSize))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

/**
 * Returns whether a query is rather an emoticon or punctuation at the end of a line than an emoji query:
 * `:D`, `:-P` and `:`.
 */
export function isEmoticonAtLineEnd({ text, isCalled }: TypedQuery): boolean {
  return !isCalled && /^(-?\D?|.)$/.test(text)
}

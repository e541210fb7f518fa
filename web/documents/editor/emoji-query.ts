import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { createTypedQueryKind, type TypedQuery } from './typed-query.ts'

/**
 * Matches a colon at the beginning of a word only, so that neither the time 10:30 nor "as follows:" opens the
 * list.
 */
export const emojiTriggerQuery = createTypedQueryKind('emojiQuery', /(?:^|[\s([{"'\u{fffc}]):([\w+-]*)$/u)

/** Replaces the typed `:` and name by an emoji. */
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
 * Returns true if a query is probably an emoticon (`:D`, `:-P`) or a colon at the end of a line. Enter then
 * starts a new line instead of inserting an emoji.
 */
export function isEmoticonAtLineEnd({ text, isCalled }: TypedQuery): boolean {
  return !isCalled && /^(-?\D?|.)$/.test(text)
}

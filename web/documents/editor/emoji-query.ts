import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type TypedQuery, typedQuery } from './typed-query.ts'

/** At the beginning of a word: not the time 10:30, and not what follows "as follows:". */
export const emojiQuery = typedQuery('emojiQuery', /(?:^|[\s([{"'\u{fffc}]):([\w+-]*)$/u)

/** Puts an emoji in the place of the query. */
export function insertEmoji(view: EditorView, name: string, sign: string): void {
  const { schema, tr } = view.state
  const query = emojiQuery.in(view.state)
  const emoji = schema.nodes.emoji?.create({ name, sign })
  if (query === null || emoji === undefined) return
  const { $from } = view.state.selection
  tr.replaceWith(query.from, query.to, emoji.mark($from.marks()))
  tr.setSelection(TextSelection.create(tr.doc, query.from + emoji.nodeSize))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

/** `:D`, `:-P` and `:` are written at the end of a line more often than an emoji is chosen by one letter. */
export function isLineEnd({ text, isCalled }: TypedQuery): boolean {
  return !isCalled && /^(-?\D?|.)$/.test(text)
}

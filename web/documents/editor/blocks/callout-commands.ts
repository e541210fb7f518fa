import { Extension, InputRule } from '@tiptap/core'
import type { Attrs } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'
import { calloutKind, calloutSign } from '#common/documents/content/callout-kinds.ts'

/** `[!note] ` at the beginning of a paragraph, or of the quote that Markdown has around it, makes a callout. */
export const callouts = Extension.create({
  name: 'callouts',
  addInputRules: () => [
    new InputRule({
      find: new RegExp(calloutSign.source.replace('(?:\\s|$)', '\\s$'), 'i'),
      handler: ({ state, range, match }) => {
        state.tr.delete(range.from, range.to)
        return makeCallout(state, calloutKind(match[1] ?? '')) === null ? null : undefined
      },
    }),
  ],
})

/** Puts the selected blocks into a callout; one that was the only one of a quote leaves that. Null where none can stand. */
export function makeCallout(state: EditorState, attributes: Attrs | null = null): Transaction | null {
  const { callout } = state.schema.nodes
  const { tr } = state
  const quote = tr.selection.$from.blockRange(tr.selection.$to)
  if (quote?.parent.type.name === 'blockquote') {
    const target = liftTarget(quote)
    if (target !== null) tr.lift(quote, target)
  }
  const range = tr.selection.$from.blockRange(tr.selection.$to)
  const wrapping = range && callout && findWrapping(range, callout, attributes)
  return range && wrapping ? tr.wrap(range, wrapping).scrollIntoView() : null
}

import { Extension, InputRule } from '@tiptap/core'
import type { Attrs } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'
import { calloutKind, calloutMarkerPattern } from '#common/documents/content/callout-kinds.ts'

/** Converts a paragraph that begins with `[!note] `, or the quote around it, to a callout. */
export const calloutCommands = Extension.create({
  name: 'callouts',
  addInputRules: () => [
    new InputRule({
      find: new RegExp(calloutMarkerPattern.source.replace('(?:\\s|$)', '\\s$'), 'i'),
      handler: ({ state, range, match }) => {
        state.tr.delete(range.from, range.to)
        return wrapInCallout(state, calloutKind(match[1] ?? '')) === null ? null : undefined
      },
    }),
  ],
})

/**
 * Wraps the selected blocks in a callout. Blocks of a quote are first moved out of the quote. Returns null if the
 * schema allows no callout at this position.
 */
export function wrapInCallout(state: EditorState, attributes: Attrs | null = null): Transaction | null {
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

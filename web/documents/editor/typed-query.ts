import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isTyped } from './typed-text.ts'

/** A sign before the caret with what is typed behind it; positions are those of the document. */
export interface TypedQuery {
  from: number
  to: number
  text: string
  /** Asked for by a command, before anything is typed behind the sign. */
  isCalled: boolean
}

/** Something that is asked for by a sign in the text: a person by `@`, a block by `/`. */
export interface QueryKind {
  /** Knows when it is being typed. */
  extension: Extension
  /** What is being asked for, if anything is. */
  in: (state: EditorState) => TypedQuery | null
  close: (view: EditorView) => void
  /** Writes the sign and asks, whatever stands before it. */
  call: (view: EditorView, sign: string) => void
}

/**
 * A query is asked once it is typed, and no more after it was closed. It is not asked when the caret comes by, nor for text that is
 * pasted, dropped, undone or written by others.
 */
interface Typing {
  query: TypedQuery | null
  is: 'idle' | 'asked' | 'closed'
}

const nothing: Typing = { query: null, is: 'idle' }
const longest = 60

/** `pattern` matches the text before the caret, U+FFFC standing for what is no text; its one group is what follows the sign. */
export function typedQuery(name: string, pattern: RegExp): QueryKind {
  const key = new PluginKey<Typing>(name)
  const asked = (state: EditorState) => {
    const typing = key.getState(state)
    return typing?.is === 'asked' ? typing.query : null
  }
  return {
    in: asked,
    close({ state, dispatch }) {
      if (asked(state) !== null) dispatch(state.tr.setMeta(key, 'close'))
    },
    call({ state, dispatch }, sign) {
      const { from } = state.selection
      const blank = /[^\s]$/.test(state.doc.textBetween(Math.max(0, from - 1), from, '\n', ' ')) ? ' ' : ''
      dispatch(state.tr.insertText(`${blank}${sign}`).setMeta(key, 'call').scrollIntoView())
    },
    extension: Extension.create({
      name,
      addProseMirrorPlugins: () => [
        new Plugin<Typing>({
          key,
          state: {
            init: () => nothing,
            apply: (transaction, before, _, state) =>
              typingAfter(transaction, transaction.getMeta(key), before, queryIn(state, pattern)),
          },
        }),
      ],
    }),
  }
}

function typingAfter(
  transaction: Transaction,
  meta: unknown,
  before: Typing,
  query: TypedQuery | null,
): Typing {
  if (query === null) return nothing
  if (meta === 'close') return { query, is: 'closed' }
  if (meta === 'call') return { query: { ...query, isCalled: true }, is: 'asked' }
  const isSame = isSameQuery(transaction, before.query, query)
  const was = isSame ? before.is : 'idle'
  const isCalled = isSame && before.query?.isCalled === true
  return { query: { ...query, isCalled }, is: was === 'idle' && isTyped(transaction) ? 'asked' : was }
}

/** Changes by others and Undo replace the text around the sign, so that its position cannot be followed. */
function isSameQuery(transaction: Transaction, before: TypedQuery | null, query: TypedQuery): boolean {
  if (before === null) return false
  if (isChangeOrigin(transaction)) return before.text === query.text
  return transaction.mapping.map(before.from, -1) === query.from
}

function queryIn({ selection }: EditorState, pattern: RegExp): TypedQuery | null {
  const { $from, empty } = selection
  if (!empty || !(selection instanceof TextSelection) || $from.parent.type.spec.code) return null
  if ($from.marks().some((mark) => mark.type.spec.code)) return null
  const start = Math.max(0, $from.parentOffset - longest)
  const before = $from.parent.textBetween(start, $from.parentOffset, null, '\u{fffc}')
  const text = pattern.exec(before)?.[1]
  return text === undefined
    ? null
    : { from: $from.pos - text.length - 1, to: $from.pos, text, isCalled: false }
}

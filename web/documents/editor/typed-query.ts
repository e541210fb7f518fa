import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isMarkedAsTyped } from './typed-text.ts'

/** The trigger character before the caret and the text typed after it, with positions in the document. */
export interface TypedQuery {
  from: number
  to: number
  text: string
  /** True if a command opened the query, so that the query is active before any text is typed. */
  isCalled: boolean
}

/** A kind of query. Each kind has a trigger character, such as `@` for mentions and `/` for blocks. */
export interface TypedQueryKind {
  /** Tracks the query while the user types. */
  extension: Extension
  /** Returns the active query, or null. */
  in: (state: EditorState) => TypedQuery | null
  close: (view: EditorView) => void
  /** Inserts the trigger character and opens the query, regardless of the text before the caret. */
  call: (view: EditorView, sign: string) => void
}

/**
 * The state of a query. Only typing activates it, and a closed query stays inactive. Moving the caret behind
 * the trigger character does not activate it, and neither does text that is pasted, dropped, restored by undo
 * or written by others.
 */
interface Typing {
  query: TypedQuery | null
  is: 'idle' | 'asked' | 'closed'
}

const nothing: Typing = { query: null, is: 'idle' }
const longest = 60

/**
 * Creates a kind of query. `pattern` matches the text before the caret, in which U+FFFC stands for an inline
 * node. The only group of the pattern is the text after the trigger. The trigger has `signLength` characters.
 */
export function createTypedQueryKind(name: string, pattern: RegExp, signLength = 1): TypedQueryKind {
  const key = new PluginKey<Typing>(name)
  const activeQuery = (state: EditorState) => {
    const typing = key.getState(state)
    return typing?.is === 'asked' ? typing.query : null
  }
  return {
    in: activeQuery,
    close({ state, dispatch }) {
      if (activeQuery(state) !== null) dispatch(state.tr.setMeta(key, 'close'))
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
              typingAfter(transaction, transaction.getMeta(key), before, queryIn(state, pattern, signLength)),
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
  return { query: { ...query, isCalled }, is: was === 'idle' && isMarkedAsTyped(transaction) ? 'asked' : was }
}

/**
 * Returns true if a query is the same as the query before a transaction. Remote changes and undo replace the
 * text around the trigger character, so the position of this character cannot be mapped.
 */
function isSameQuery(transaction: Transaction, before: TypedQuery | null, query: TypedQuery): boolean {
  if (before === null) return false
  if (isChangeOrigin(transaction)) return before.text === query.text
  return transaction.mapping.map(before.from, -1) === query.from
}

function queryIn({ selection }: EditorState, pattern: RegExp, signLength: number): TypedQuery | null {
  const { $from, empty } = selection
  if (!empty || !(selection instanceof TextSelection) || $from.parent.type.spec.code) return null
  if ($from.marks().some((mark) => mark.type.spec.code)) return null
  const start = Math.max(0, $from.parentOffset - longest)
  const before = $from.parent.textBetween(start, $from.parentOffset, null, '\u{fffc}')
  const text = pattern.exec(before)?.[1]
  return text === undefined
    ? null
    : { from: $from.pos - text.length - signLength, to: $from.pos, text, isCalled: false }
}

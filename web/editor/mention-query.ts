import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { personIn } from '#common/document/mention.ts'
import { newId } from '#common/ids.ts'
import { mentionChip } from './mention-chip.ts'

/** An `@` before the caret with what is typed behind it; positions are those of the document. */
export interface MentionQuery {
  from: number
  to: number
  text: string
}

/** A query is asked once it is typed, not when the caret comes by, and no more after it was closed. */
interface Typing {
  query: MentionQuery | null
  is: 'idle' | 'asked' | 'closed'
}

const nothing: Typing = { query: null, is: 'idle' }
const key = new PluginKey<Typing>('mentions')

/** Shows mentions as chips, and knows when one is being typed. */
export const mentions = Extension.create({
  name: 'mentions',
  addProseMirrorPlugins: () => [
    new Plugin<Typing>({
      key,
      state: {
        init: () => nothing,
        apply(transaction, before, _, state) {
          const query = queryIn(state)
          if (query === null) return nothing
          if (transaction.getMeta(key) === 'close') return { query, is: 'closed' }
          const isTyped = transaction.docChanged && !isChangeOrigin(transaction)
          return { query, is: before.is === 'idle' && isTyped ? 'asked' : before.is }
        },
      },
      props: {
        nodeViews: {
          mention(node) {
            const { dom, release } = mentionChip(personIn(node))
            return { dom, destroy: release }
          },
        },
      },
    }),
  ],
})

/** What is being asked for, if anything is. */
export function mentionQuery(state: EditorState): MentionQuery | null {
  const typing = key.getState(state)
  return typing?.is === 'asked' ? typing.query : null
}

export function closeMention({ state, dispatch }: EditorView): void {
  if (mentionQuery(state) !== null) dispatch(state.tr.setMeta(key, 'close'))
}

/** Puts a person in the place of the query, and a blank behind them unless there is one. */
export function insertMention(view: EditorView, userId: string): void {
  const { schema, tr } = view.state
  const query = mentionQuery(view.state)
  const mention = schema.nodes.mention?.create({ id: newId(), entity_identifier: userId })
  if (query === null || mention === undefined) return
  tr.replaceWith(query.from, query.to, mention)
  const after = query.from + mention.nodeSize
  const next = tr.doc.resolve(after)
  const hasBlank = /^\s/.test(next.parent.textBetween(next.parentOffset, next.parent.content.size))
  if (!hasBlank) tr.insertText(' ', after)
  tr.setSelection(TextSelection.create(tr.doc, after + 1))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

/** At the beginning of a word, with a first and a second name; U+FFFC stands for what is no text. */
const typed = /(?:^|[\s([{"'\u{fffc}])@([^\s@\u{fffc}]*(?: [^\s@\u{fffc}]*)?)$/u
const longestName = 60

function queryIn({ selection }: EditorState): MentionQuery | null {
  const { $from, empty } = selection
  if (!empty || !(selection instanceof TextSelection) || $from.parent.type.spec.code) return null
  if ($from.marks().some((mark) => mark.type.spec.code)) return null
  const start = Math.max(0, $from.parentOffset - longestName)
  const before = $from.parent.textBetween(start, $from.parentOffset, null, '\u{fffc}')
  const text = typed.exec(before)?.[1]
  return text === undefined ? null : { from: $from.pos - text.length - 1, to: $from.pos, text }
}

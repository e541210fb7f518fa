import type { HocuspocusProvider } from '@hocuspocus/provider'
import { Extension, type Extensions } from '@tiptap/core'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import type * as Y from 'yjs'
import { personColor } from '../../platform/ui/person-color.ts'

export interface EditorUser {
  id: string
  name: string
}

/** The number of milliseconds after a keystroke during which a person counts as typing. */
const restMs = 1_500

/**
 * Shows the carets and selections of other users. The color of a caret is derived from the user's id, never
 * from data that the user's client sends. The name is shown while the user types and on hover.
 */
export function remoteCaretExtensions(provider: HocuspocusProvider, { id, name }: EditorUser): Extensions {
  const typing = new Map<string, ReturnType<typeof setTimeout>>()
  const caret = CollaborationCaret.configure({
    provider,
    // The cursor plugin of y-prosemirror accepts only hexadecimal colors. Tandem's editor does not use this
    // color.
    user: { id, name, color: '#6b7280' },
    render: (user) => {
      const person = String(user.id ?? user.name)
      const dom = document.createElement('span')
      dom.className = 'document-caret'
      dom.dataset['person'] = person
      dom.classList.toggle('is-typing', typing.has(person))
      dom.style.setProperty('--person', personColor(person))
      const label = document.createElement('span')
      label.className = 'document-caret-name'
      label.textContent = String(user.name ?? '')
      dom.append(label)
      return dom
    },
    selectionRender: (user) => ({
      class: 'document-selection',
      style: `--person: ${personColor(String(user.id ?? user.name))}`,
    }),
  })
  return [caret, typingIndicator(provider, typing)]
}

/**
 * Detects who is typing: a user is typing if the Yjs clock of the user's client increases. This clock is the
 * number of elements that the client has inserted. Updates during the initial synchronization do not count.
 */
function typingIndicator(provider: HocuspocusProvider, typing: Map<string, ReturnType<typeof setTimeout>>) {
  return Extension.create({
    name: 'typingIndicator',
    onCreate() {
      const { dom } = this.editor.view
      const show = (person: string) => {
        for (const caret of dom.querySelectorAll<HTMLElement>('.document-caret'))
          if (caret.dataset['person'] === person) caret.classList.toggle('is-typing', typing.has(person))
      }
      const stopTyping = (person: string) => {
        typing.delete(person)
        show(person)
      }
      const onTransaction = (transaction: Y.Transaction) => {
        if (transaction.origin !== provider || !provider.isSynced) return
        for (const person of writersOf(transaction, provider)) {
          clearTimeout(typing.get(person))
          typing.set(person, setTimeout(stopTyping, restMs, person))
          show(person)
        }
      }
      provider.document.on('afterTransaction', onTransaction)
      this.editor.on('destroy', () => {
        provider.document.off('afterTransaction', onTransaction)
        for (const timer of typing.values()) clearTimeout(timer)
        typing.clear()
      })
    },
  })
}

function writersOf({ beforeState, afterState }: Y.Transaction, { awareness }: HocuspocusProvider): string[] {
  return [...afterState].flatMap(([client, clock]) => {
    const user: { id?: unknown; name?: unknown } | undefined = awareness?.getStates().get(client)?.['user']
    const hasWritten = clock !== (beforeState.get(client) ?? 0)
    return hasWritten && user ? String(user.id ?? user.name) : []
  })
}

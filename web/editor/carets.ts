import type { HocuspocusProvider } from '@hocuspocus/provider'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { personColor } from '../ui/person-color.ts'

export interface EditorUser {
  id: string
  name: string
}

/** Others' carets and selections, in the colour that stands for the person everywhere; their id gives it, never what they send. */
export function carets(provider: HocuspocusProvider, { id, name }: EditorUser) {
  return CollaborationCaret.configure({
    provider,
    // Other editors need six hexadecimal digits; ours do not look at them.
    user: { id, name, color: '#6b7280' },
    render: (user) => {
      const caret = document.createElement('span')
      caret.className = 'document-caret'
      caret.style.setProperty('--person', personColor(String(user.id ?? user.name)))
      const label = document.createElement('span')
      label.className = 'document-caret-name'
      label.textContent = String(user.name ?? '')
      caret.append(label)
      return caret
    },
    selectionRender: (user) => ({
      class: 'document-selection',
      style: `--person: ${personColor(String(user.id ?? user.name))}`,
    }),
  })
}

import type { AnyExtension, Extensions } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { Placeholder, Selection } from '@tiptap/extensions'
import { bodyFragment } from '#common/document/fragment.ts'
import { documentExtensions } from '#common/document/schema.ts'
import { t } from '../locales/i18n.ts'
import { caretInTime } from './caret-in-time.ts'
import { carets, type EditorUser } from './carets.ts'
import { personName } from './mention-chip.ts'
import { mentions } from './mention-query.ts'
import type { DocumentSession } from './session.ts'

/** What the shared schema needs around it to be edited by several people at once. */
export function editorExtensions(
  { doc, provider }: DocumentSession,
  user: EditorUser,
  placeholder: () => string,
): Extensions {
  return [
    ...documentExtensions({
      taskLabel: (text) => t('editor.task', { text: text || t('editor.emptyTask') }),
      personName,
    }).map((extension) => (extension.name === 'horizontalRule' ? asSeparator(extension) : extension)),
    mentions,
    Collaboration.configure({ document: doc, field: bodyFragment }),
    carets(provider, user),
    caretInTime(provider),
    Selection.configure({ className: 'document-kept-selection' }),
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
  ]
}

/** Said to screen readers here alone: in the stored text a rule has no attributes but its own. */
function asSeparator(rule: AnyExtension): AnyExtension {
  return rule.extend({
    addNodeView: () => () => {
      const dom = document.createElement('div')
      dom.dataset['type'] = 'horizontalRule'
      dom.role = 'separator'
      return { dom }
    },
  })
}

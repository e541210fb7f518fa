import type { Editor } from '@tiptap/core'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { elementAtCaret } from '../element-at-caret.ts'
import type { PopoverState } from '../popover-state.ts'
import { insertPageLink } from './page-line-plugin.ts'
import { usePageOptions } from './use-page-options.tsx'

interface PagePickerProps {
  editor: Editor
  /** The project of the offered pages. Null for pages of the workspace. */
  projectId: string | null
  /** The id of the edited page, which is not offered. It is null if the edited text does not belong to a page. */
  pageId: string | null
  opened: PopoverState<true>
}

/** The picker for a page. A link to the chosen page is inserted on a separate line. */
export function PagePicker(props: PagePickerProps) {
  const { opened } = props
  const isOpen = useSyncExternalStore(opened.subscribe, opened.get)
  return isOpen && <Pages {...props} />
}

function Pages({ editor, projectId, pageId, opened }: PagePickerProps) {
  const { t } = useTranslation()
  const [anchor] = useState(() => elementAtCaret(editor))
  const { options, pathOf } = usePageOptions(projectId, pageId)
  const close = () => {
    opened.set(null)
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return (
    <Picker
      open
      anchor={anchor}
      label={t('editor.page.name')}
      value={null}
      options={options}
      emptyText={t('editor.page.none')}
      onChange={(id) => {
        const transaction = id === null ? null : insertPageLink(editor.state, pathOf(id))
        if (transaction) editor.view.dispatch(transaction)
        close()
      }}
      onOpenChange={(isOpen) => !isOpen && close()}
      finalFocus={() => false}
    />
  )
}

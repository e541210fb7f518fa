import type { Editor } from '@tiptap/core'
import { atom, useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import type { PopoverState } from '../popover-state.ts'
import { isPageOfContainer, linkedPagePath, loadLinkedPages } from './linked-pages.ts'
import { insertPageLink } from './page-line-plugin.ts'

interface PagePickerProps {
  editor: Editor
  /** The project of the offered pages. Null for pages of the workspace. */
  projectId: string | null
  /** The edited page, which is not offered. Null outside of pages. */
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
  const [anchor] = useState(() => blockAt(editor))
  const pages = useAtomValue(
    useMemo(
      () =>
        atom((get) =>
          get(tables.pages.allAtom).filter(
            (page) => isPageOfContainer(projectId, page) && page.archived_at === null && page.id !== pageId,
          ),
        ),
      [projectId, pageId],
    ),
  )
  const options = useMemo(
    () =>
      pages.map(({ id, name, logo_props }) => ({
        value: id,
        label: name || t('pages.untitled'),
        icon: <ProjectLogo logo={logo_props} name={name} fallback={<FileText />} />,
      })),
    [pages, t],
  )
  useEffect(() => void loadLinkedPages(projectId), [projectId])
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
        const path = linkedPagePath(projectId, id ?? '')
        const transaction = id === null ? null : insertPageLink(editor.state, path)
        if (transaction) editor.view.dispatch(transaction)
        close()
      }}
      onOpenChange={(isOpen) => !isOpen && close()}
      finalFocus={() => false}
    />
  )
}

function blockAt({ view }: Editor): Element {
  const { node } = view.domAtPos(view.state.selection.from)
  return (node instanceof Element ? node : node.parentElement) ?? view.dom
}

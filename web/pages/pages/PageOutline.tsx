import type { Editor } from '@tiptap/core'
import { useSetAtom } from 'jotai'
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Popover } from '../../platform/ui/Popover.tsx'
import { outlineColumnAtom, useOutlineColumn } from './outline-column.ts'
import { pageShortcuts } from './shortcuts.ts'

const outline = loadable(() =>
  import('../../documents/editor/outline/Outline.tsx').then(({ Outline }) => Outline),
)

/**
 * Button for the outline of the page, once the editor has loaded. It shows or hides the column, or opens a popup if
 * there is no room for a column.
 */
export function PageOutline({ editor }: { editor: Editor | null }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isColumnShown = useOutlineColumn(editor)
  const setColumnShown = useSetAtom(outlineColumnAtom)
  const toggle = () => (isColumnShown === null ? setOpen(!isOpen) : setColumnShown(!isColumnShown))
  useHotkey(pageShortcuts.outline, toggle, {
    enabled: editor !== null,
    whileTyping: true,
    group: t('pages.page'),
    description: t('editor.outline.title'),
  })
  if (editor === null) return null
  if (isColumnShown !== null)
    return (
      <IconButton
        label={t('editor.outline.title')}
        keys={pageShortcuts.outline}
        icon={<ListTree />}
        pressed={isColumnShown}
        onClick={toggle}
      />
    )
  return (
    <Popover
      label={t('editor.outline.title')}
      align="end"
      className="w-78 p-0!"
      open={isOpen}
      onOpenChange={setOpen}
      preload={outline.preload}
      trigger={
        <IconButton label={t('editor.outline.title')} keys={pageShortcuts.outline} icon={<ListTree />} />
      }
    >
      <LazyComponent
        part={outline}
        props={{ editor, onGone: () => setOpen(false) }}
        fallback={<div className="h-40" />}
      />
    </Popover>
  )
}

import type { Editor } from '@tiptap/core'
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Popover } from '../../platform/ui/Popover.tsx'
import { pageShortcuts } from './shortcuts.ts'

const outline = loadable(() =>
  import('../../documents/editor/outline/Outline.tsx').then(({ Outline }) => Outline),
)

/** Button that opens the outline of the page, once the editor has loaded. */
export function PageOutline({ editor }: { editor: Editor | null }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useHotkey(pageShortcuts.outline, () => setOpen(!isOpen), {
    enabled: editor !== null,
    whileTyping: true,
    group: t('pages.page'),
    description: t('editor.outline.title'),
  })
  if (editor === null) return null
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

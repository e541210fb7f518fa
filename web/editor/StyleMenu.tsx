import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { ChevronDown, Heading1, Heading2, Heading3, Pilcrow } from 'lucide-react'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuRadio } from '../ui/MenuRadio.tsx'

const levels = [1, 2, 3] as const

/** Whether the selected blocks are text or a heading, and of which level. */
export function StyleMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const level = useEditorState({
    editor,
    selector: ({ editor: current }) => levels.find((each) => current.isActive('heading', { level: each })),
  })
  const choose = (chosen: 'paragraph' | 'heading1' | 'heading2' | 'heading3') => {
    const heading = levels.find((each) => chosen === `heading${each}`)
    if (heading) editor.chain().focus().setHeading({ level: heading }).run()
    else editor.chain().focus().setParagraph().run()
  }
  const value = level ? (`heading${level}` as const) : 'paragraph'
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost" aria-label={`${t('editor.style')}: ${t(`editor.${value}`)}`}>
          {t(`editor.${value}`)}
          <ChevronDown className="size-3.5" />
        </Button>
      }
    >
      <MenuRadio
        value={value}
        onChange={choose}
        options={[
          { value: 'paragraph', label: t('editor.paragraph'), icon: <Pilcrow /> },
          { value: 'heading1', label: t('editor.heading1'), icon: <Heading1 /> },
          { value: 'heading2', label: t('editor.heading2'), icon: <Heading2 /> },
          { value: 'heading3', label: t('editor.heading3'), icon: <Heading3 /> },
        ]}
      />
    </Menu>
  )
}

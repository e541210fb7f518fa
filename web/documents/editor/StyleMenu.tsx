import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { ChevronDown, Pilcrow } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { type HeadingLevel, headingIcons, headingLevels } from './headings.tsx'

/** The menu that switches the selected blocks between paragraph and heading levels. */
export function StyleMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const level = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      headingLevels.find((each) => current.isActive('heading', { level: each })),
  })
  const choose = (chosen: 'paragraph' | `heading${HeadingLevel}`) => {
    const heading = headingLevels.find((each) => chosen === `heading${each}`)
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
          ...headingLevels.map((each) => ({
            value: `heading${each}` as const,
            label: t(`editor.heading${each}`),
            icon: headingIcons[each],
          })),
        ]}
      />
    </Menu>
  )
}

import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { parseColorName } from '#common/platform/colors.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuGroup } from '../../../platform/ui/MenuGroup.tsx'
import { ColorRadio } from './ColorRadio.tsx'
import { ColorSwatch } from './ColorSwatch.tsx'
import { type ColorKind, colorMarkNames, setColor } from './color-commands.ts'

/** The menu for the text and background color of the selection. */
export function TextColorMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      text: parseColorName(current.getAttributes(colorMarkNames.text)['color']),
      background: parseColorName(current.getAttributes(colorMarkNames.background)['color']),
    }),
  })
  const radio = (of: ColorKind) => (
    <ColorRadio
      of={of}
      value={active[of]}
      onChange={(color) => setColor(editor.chain().focus(), of, color).run()}
    />
  )
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          label={t('editor.color.menu')}
          icon={
            active.background === null || active.text !== null ? (
              <ColorSwatch of="text" color={active.text} />
            ) : (
              <ColorSwatch of="background" color={active.background} />
            )
          }
        />
      }
    >
      <MenuGroup label={t('editor.color.text')}>{radio('text')}</MenuGroup>
      <MenuGroup label={t('editor.color.background')}>{radio('background')}</MenuGroup>
    </Menu>
  )
}

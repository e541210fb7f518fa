import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type TextAlignment, textAlignments } from '#common/documents/content/alignments.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { alignmentIcons } from './alignment-icons.tsx'
import { getTextAlignment, setAlignment } from './text-align.ts'

/** The menu for the alignment of the selected blocks. */
export function AlignMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const alignment = useEditorState({ editor, selector: ({ editor: { state } }) => getTextAlignment(state) })
  const set = (chosen: TextAlignment) => {
    const transaction = setAlignment(editor.state, chosen)
    if (transaction) editor.view.dispatch(transaction)
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return (
    <Menu trigger={<IconButton size="sm" label={t('editor.align.menu')} icon={alignmentIcons[alignment]} />}>
      <MenuRadio
        value={alignment}
        onChange={set}
        options={textAlignments.map((value) => ({
          value,
          label: t(`editor.align.${value}`),
          icon: alignmentIcons[value],
        }))}
      />
    </Menu>
  )
}

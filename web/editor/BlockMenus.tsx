import type { Editor } from '@tiptap/core'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  ArrowDownToLine,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUpToLine,
  Columns3,
  Copy,
  Heading,
  MoreHorizontal,
  Palette,
  Rows3,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../locales/i18n.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuCheckbox } from '../ui/MenuCheckbox.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { MenuSeparator } from '../ui/MenuSeparator.tsx'
import { MenuSub } from '../ui/MenuSub.tsx'
import { Picker } from '../ui/Picker.tsx'
import type { BlockHandle, BlockHandles } from './block-handles.ts'
import { codeLanguages, languageName, languageOf } from './code-languages.ts'
import { ColorRadio } from './colors/ColorRadio.tsx'
import * as commands from './table-commands.ts'

interface BlockMenusProps {
  editor: Editor
  handles: BlockHandles
}

/** On each table the menu of its rows and columns, on each block of code its language. */
export function BlockMenus({ editor, handles }: BlockMenusProps) {
  const { t } = useTranslation()
  const list = useSyncExternalStore(handles.subscribe, handles.list)
  const isEditable = useEditorState({ editor, selector: ({ editor: { isEditable: is } }) => is })
  const back = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    editor.view.focus()
  }
  return list.map((handle) => {
    const name = languageName(handle.node.attrs['language'])
    if (!isEditable)
      return (
        name && createPortal(<span className="code-language">{name}</span>, handle.dom, String(handle.key))
      )
    const label = handle.kind === 'table' ? t('editor.table.name') : t('editor.codeBlock')
    return createPortal(
      <div role="toolbar" aria-label={label} onKeyDown={back}>
        {handle.kind === 'table' ? (
          <TableMenu editor={editor} handle={handle} />
        ) : (
          <CodeLanguage editor={editor} handle={handle} />
        )}
      </div>,
      handle.dom,
      String(handle.key),
    )
  })
}

function TableMenu({ editor, handle }: { editor: Editor; handle: BlockHandle }) {
  const { t } = useTranslation()
  const place = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const found = commands.tablePlace(state)
      const isThis = found !== null && found.position === handle.position()
      return {
        isHeader: isThis && commands.hasHeaderRow(found),
        isFirst: !isThis || found.row === 0,
        color: isThis ? commands.cellColor(found) : null,
      }
    },
  })
  const run = (command: (state: EditorState) => Transaction | null) => () => {
    enter(editor, handle)
    const transaction = command(editor.state)
    if (transaction) editor.view.dispatch(transaction)
    // Later than the menu, which gives the focus back to its button.
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return (
    <Menu
      align="end"
      onOpenChange={(isOpen) => isOpen && enter(editor, handle)}
      trigger={<IconButton size="sm" label={t('editor.table.menu')} icon={<MoreHorizontal />} />}
    >
      {!(place.isFirst && place.isHeader) && (
        <MenuItem icon={<ArrowUpToLine />} onSelect={run((state) => commands.addRow(state, 'above'))}>
          {t('editor.table.rowAbove')}
        </MenuItem>
      )}
      <MenuItem icon={<ArrowDownToLine />} onSelect={run((state) => commands.addRow(state, 'below'))}>
        {t('editor.table.rowBelow')}
      </MenuItem>
      <MenuItem icon={<ArrowLeftToLine />} onSelect={run((state) => commands.addColumn(state, 'left'))}>
        {t('editor.table.columnLeft')}
      </MenuItem>
      <MenuItem icon={<ArrowRightToLine />} onSelect={run((state) => commands.addColumn(state, 'right'))}>
        {t('editor.table.columnRight')}
      </MenuItem>
      <MenuCheckbox icon={<Heading />} checked={place.isHeader} onChange={run(commands.toggleHeaderRow)}>
        {t('editor.table.headerRow')}
      </MenuCheckbox>
      <MenuItem icon={<Copy />} onSelect={run(commands.duplicateRow)}>
        {t('editor.table.duplicateRow')}
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={run(commands.duplicateColumn)}>
        {t('editor.table.duplicateColumn')}
      </MenuItem>
      <MenuSub icon={<Palette />} label={t('editor.table.color')}>
        <ColorRadio
          of="background"
          value={place.color}
          onChange={(color) => run((state) => commands.colorCell(state, color))()}
        />
      </MenuSub>
      <MenuSeparator />
      <MenuItem icon={<Rows3 />} onSelect={run(commands.deleteRow)}>
        {t('editor.table.deleteRow')}
      </MenuItem>
      <MenuItem icon={<Columns3 />} onSelect={run(commands.deleteColumn)}>
        {t('editor.table.deleteColumn')}
      </MenuItem>
      <MenuItem danger icon={<Trash2 />} onSelect={run(commands.deleteTable)}>
        {t('editor.table.delete')}
      </MenuItem>
    </Menu>
  )
}

/** What a menu does is done where the caret is; where it is elsewhere, at the beginning of the block. */
function enter({ view }: Editor, handle: BlockHandle): void {
  const position = handle.position()
  const node = position === undefined ? null : view.state.doc.nodeAt(position)
  if (position === undefined || node === null) return
  const { from, to } = view.state.selection
  if (from > position && to < position + node.nodeSize) return
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position + 1))))
}

function CodeLanguage({ editor, handle }: { editor: Editor; handle: BlockHandle }) {
  const { t } = useTranslation()
  const language = languageOf(handle.node.attrs['language'])
  const name = languageName(language)
  const options = useMemo(() => {
    const known = Object.entries(codeLanguages).map(([value, label]) => ({ value, label, keywords: [value] }))
    const isKnown = language === null || language in codeLanguages
    return isKnown ? known : [{ value: language, label: language }, ...known]
  }, [language])
  const set = (value: string | null) => {
    const position = handle.position()
    if (position === undefined) return
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'language', value))
    editor.view.focus()
  }
  return (
    <Picker
      align="end"
      label={t('editor.codeLanguage')}
      value={language}
      noneLabel={t('editor.plainText')}
      options={options}
      onChange={set}
      trigger={
        <button type="button" className="code-language" data-named={name !== null || undefined}>
          {name ?? t('editor.plainText')}
        </button>
      }
    />
  )
}

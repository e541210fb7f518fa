import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import type { BlockHandle, BlockHandles } from './block-handle-view.ts'
import { CodeControls } from './code/CodeControls.tsx'
import { codeLanguageName, codeLanguages, parseCodeLanguage } from './code/code-languages.ts'
import { CodeLanguageName } from './code/ReadOnlyCodeBlocks.tsx'
import { ColumnMenuItems } from './columns/ColumnMenuItems.tsx'
import { SyncedBlockMenu } from './synced/SyncedBlockMenu.tsx'
import { TableHandles } from './tables/TableHandles.tsx'
import { TableMenuItems } from './tables/TableMenuItems.tsx'

interface BlockMenusProps {
  editor: Editor
  handles: BlockHandles
}

interface BlockHandleProps {
  editor: Editor
  handle: BlockHandle
}

/**
 * The menu buttons on tables, column layouts, code blocks and synced blocks. Tables also get handles for their rows and
 * columns.
 */
export function BlockMenus({ editor, handles }: BlockMenusProps) {
  const { t } = useTranslation()
  const list = useSyncExternalStore(handles.subscribe, handles.list)
  const isEditable = useEditorState({ editor, selector: ({ editor: { isEditable: is } }) => is })
  const back = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return
    event.stopPropagation()
    editor.view.focus()
  }
  const labels = {
    table: t('editor.table.name'),
    columns: t('editor.columns.name'),
    codeBlock: t('editor.codeBlock'),
    syncedBlock: t('editor.synced.name'),
  }
  return list.map((handle) => {
    const { over, kind } = handle
    if (!isEditable && kind !== 'codeBlock') return null
    const toolbar = createPortal(
      <div role="toolbar" aria-label={labels[kind]} onKeyDown={isEditable ? back : undefined}>
        {kind === 'codeBlock' ? (
          <CodeBar editor={editor} handle={handle} isEditable={isEditable} />
        ) : kind === 'syncedBlock' ? (
          <SyncedBlockMenu editor={editor} handle={handle} />
        ) : (
          <PartsMenu editor={editor} handle={handle} />
        )}
      </div>,
      handle.dom,
      String(handle.key),
    )
    if (over === null || !isEditable) return toolbar
    return [
      toolbar,
      createPortal(<TableHandles editor={editor} handle={handle} />, over, `${handle.key} over`),
    ]
  })
}

function PartsMenu({ editor, handle }: BlockHandleProps) {
  const { t } = useTranslation()
  const Items = handle.kind === 'table' ? TableMenuItems : ColumnMenuItems
  return (
    <Menu
      align="end"
      onOpenChange={(isOpen) => isOpen && enter(editor, handle)}
      trigger={
        <IconButton
          size="sm"
          label={t(handle.kind === 'table' ? 'editor.table.menu' : 'editor.columns.menu')}
          icon={<MoreHorizontal />}
        />
      }
    >
      <Items editor={editor} enter={() => enter(editor, handle)} />
    </Menu>
  )
}

/**
 * Moves the caret to the start of the block unless the caret is already inside the block, because the menu
 * commands apply at the caret.
 */
function enter({ view }: Editor, handle: BlockHandle): void {
  const position = handle.position()
  const node = position === undefined ? null : view.state.doc.nodeAt(position)
  if (position === undefined || node === null) return
  const { from, to } = view.state.selection
  if (from > position && to < position + node.nodeSize) return
  view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position + 1))))
}

function CodeBar({ editor, handle, isEditable }: BlockHandleProps & { isEditable: boolean }) {
  const code = () => {
    const position = handle.position()
    return position === undefined ? '' : (editor.state.doc.nodeAt(position)?.textContent ?? '')
  }
  return (
    <>
      <CodeControls code={code} />
      {isEditable ? (
        <CodeLanguage editor={editor} handle={handle} />
      ) : (
        <CodeLanguageName language={handle.node.attrs['language']} />
      )}
    </>
  )
}

function CodeLanguage({ editor, handle }: BlockHandleProps) {
  const { t } = useTranslation()
  const language = parseCodeLanguage(handle.node.attrs['language'])
  const name = codeLanguageName(language)
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

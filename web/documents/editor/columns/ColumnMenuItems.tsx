import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { ArrowDown, ArrowLeftToLine, ArrowRightToLine, ArrowUp, RotateCcw, Rows2, Trash2 } from 'lucide-react'
import { maxColumns } from '#common/documents/content/columns.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { shiftBlockRange } from '../moves/block-moves.ts'
import { dispatchMove } from '../moves/dispatch-move.ts'
import {
  addLayoutColumn,
  findColumnAtCaret,
  makeColumnsEqual,
  removeColumn,
  unwrapColumns,
} from './column-commands.ts'

interface ColumnItemsProps {
  editor: Editor
  /** Called before a command runs. If the caret is outside of the columns, moves the caret into them. */
  enter: () => void
}

/** The menu items for columns, which apply to the column at the caret. */
export function ColumnMenuItems({ editor, enter }: ColumnItemsProps) {
  const { t } = useTranslation()
  const facts = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({
      isFull: (findColumnAtCaret(state)?.columns.childCount ?? 0) >= maxColumns,
      isEven: makeColumnsEqual(state) === null,
    }),
  })
  const run = (command: (state: EditorState) => Transaction | null) => () => {
    enter()
    dispatchMove(editor.view, command(editor.state))
    // The closing menu moves the focus to its button. Tiptap runs this command one frame later, so the focus then
    // moves to the editor.
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return (
    <>
      <MenuItem
        icon={<ArrowLeftToLine />}
        disabled={facts.isFull}
        onSelect={run((state) => addLayoutColumn(state, 'before'))}
      >
        {t('editor.table.columnLeft')}
      </MenuItem>
      <MenuItem
        icon={<ArrowRightToLine />}
        disabled={facts.isFull}
        onSelect={run((state) => addLayoutColumn(state, 'after'))}
      >
        {t('editor.table.columnRight')}
      </MenuItem>
      <MenuItem icon={<RotateCcw />} disabled={facts.isEven} onSelect={run(makeColumnsEqual)}>
        {t('editor.columns.even')}
      </MenuItem>
      <MenuItem icon={<Rows2 />} onSelect={run(unwrapColumns)}>
        {t('editor.columns.apart')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<ArrowUp />} onSelect={run((state) => stepColumns(state, -1))}>
        {t('editor.block.up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} onSelect={run((state) => stepColumns(state, 1))}>
        {t('editor.block.down')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={run(removeColumn)}>
        {t('editor.table.deleteColumn')}
      </MenuItem>
    </>
  )
}

/**
 * Moves the whole block of columns up or down by one block. Returns null if the caret is not in columns, and if
 * the columns cannot move further.
 */
function stepColumns(state: EditorState, by: 1 | -1): Transaction | null {
  const columnPosition = findColumnAtCaret(state)
  if (columnPosition === null) return null
  const range = {
    from: columnPosition.position,
    to: columnPosition.position + columnPosition.columns.nodeSize,
  }
  return shiftBlockRange(state, range, by)
}

import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  ChevronsLeftRight,
  ChevronsRightLeft,
  Columns3,
  Copy,
  Eraser,
  Palette,
  PanelLeft,
  PanelTop,
  RotateCcw,
  Rows3,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react'
import { hasHeaders } from '#common/documents/content/table-layout.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { MenuCheckbox } from '../../../platform/ui/MenuCheckbox.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../../platform/ui/MenuSub.tsx'
import { ColorRadio } from '../colors/ColorRadio.tsx'
import { dispatchMove } from '../moves/dispatch-move.ts'
import { cellRangeOfSelection } from './cell-range.ts'
import { resizeSelectedColumns } from './column-widths.ts'
import * as commands from './table-commands.ts'

type Command = (state: EditorState) => Transaction | null

interface ItemsProps {
  editor: Editor
  /** Called before a command runs. If the caret is outside of the table, moves the caret into it. */
  enter: () => void
}

function useRun({ editor, enter }: ItemsProps) {
  const run = (command: Command) => () => {
    enter()
    dispatchMove(editor.view, command(editor.state))
    // The closing menu moves the focus to its button. Tiptap runs this command one frame later, so the focus then
    // moves to the editor.
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return run
}

/** Returns the properties on which the menu items depend, for example whether the table has a header row. */
function useFacts(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const range = cellRangeOfSelection(state)
      const { layout, rect } = range ?? {}
      return {
        hasHeaderRow: range !== null && hasHeaders(range.table, 'row'),
        hasHeaderColumn: range !== null && hasHeaders(range.table, 'column'),
        isTop: rect?.top === 0,
        isBottom: rect !== undefined && rect.bottom + 1 === layout?.height,
        isLeft: rect?.left === 0,
        isRight: rect !== undefined && rect.right + 1 === layout?.width,
        isSeveral: range?.isSeveral === true,
        isMerged: range !== null && commands.hasMergedCells(range),
        color: range && commands.cellColor(range),
      }
    },
  })
}

/** The menu items for a table and for the row and column at the caret. */
export function TableMenuItems(props: ItemsProps) {
  const { t } = useTranslation()
  const run = useRun(props)
  const facts = useFacts(props.editor)
  return (
    <>
      <MenuSub icon={<Rows3 />} label={t('editor.table.row')}>
        <RowItems {...props} />
      </MenuSub>
      <MenuSub icon={<Columns3 />} label={t('editor.table.column')}>
        <ColumnMenuItems {...props} />
      </MenuSub>
      <MenuSeparator />
      <CellItems {...props} />
      <MenuSeparator />
      <Headers editor={props.editor} enter={props.enter} of="row" checked={facts.hasHeaderRow} />
      <Headers editor={props.editor} enter={props.enter} of="column" checked={facts.hasHeaderColumn} />
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={run(commands.deleteTable)}>
        {t('editor.table.delete')}
      </MenuItem>
    </>
  )
}

function Headers({ of, checked, ...props }: ItemsProps & { of: commands.TableAxis; checked: boolean }) {
  const { t } = useTranslation()
  const run = useRun(props)
  return (
    <MenuCheckbox
      icon={of === 'row' ? <PanelTop /> : <PanelLeft />}
      checked={checked}
      onChange={run((state) => commands.toggleHeaders(state, of))}
    >
      {t(of === 'row' ? 'editor.table.headerRow' : 'editor.table.headerColumn')}
    </MenuCheckbox>
  )
}

function CellItems(props: ItemsProps) {
  const { t } = useTranslation()
  const run = useRun(props)
  const { isSeveral, isMerged, color } = useFacts(props.editor)
  return (
    <>
      {isSeveral && (
        <MenuItem icon={<TableCellsMerge />} onSelect={run(commands.mergeCells)}>
          {t('editor.table.merge')}
        </MenuItem>
      )}
      {isMerged && (
        <MenuItem icon={<TableCellsSplit />} onSelect={run(commands.splitCells)}>
          {t('editor.table.split')}
        </MenuItem>
      )}
      <MenuSub icon={<Palette />} label={t(isSeveral ? 'editor.table.colors' : 'editor.table.color')}>
        <ColorRadio
          of="background"
          value={color}
          onChange={(chosen) => run((state) => commands.colorCells(state, chosen))()}
        />
      </MenuSub>
      <MenuItem icon={<Eraser />} onSelect={run(commands.clearTableCells)}>
        {t('editor.table.clear')}
      </MenuItem>
    </>
  )
}

/** The menu items for the rows of the selected cells. */
function RowItems(props: ItemsProps) {
  const { t } = useTranslation()
  const run = useRun(props)
  const { isTop, isBottom, hasHeaderRow } = useFacts(props.editor)
  return (
    <>
      {!(isTop && hasHeaderRow) && (
        <MenuItem icon={<ArrowUpToLine />} onSelect={run((state) => commands.addRow(state, 'above'))}>
          {t('editor.table.rowAbove')}
        </MenuItem>
      )}
      <MenuItem icon={<ArrowDownToLine />} onSelect={run((state) => commands.addRow(state, 'below'))}>
        {t('editor.table.rowBelow')}
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={run(commands.duplicateRows)}>
        {t('editor.table.duplicateRow')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ArrowUp />}
        disabled={isTop}
        onSelect={run((state) => commands.shiftRowsOrColumns(state, 'row', -1))}
      >
        {t('editor.table.rowUp')}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown />}
        disabled={isBottom}
        onSelect={run((state) => commands.shiftRowsOrColumns(state, 'row', 1))}
      >
        {t('editor.table.rowDown')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={run(commands.deleteRows)}>
        {t('editor.table.deleteRow')}
      </MenuItem>
    </>
  )
}

/** The menu items for the columns of the selected cells. */
function ColumnMenuItems(props: ItemsProps) {
  const { t } = useTranslation()
  const run = useRun(props)
  const { isLeft, isRight, hasHeaderColumn } = useFacts(props.editor)
  return (
    <>
      {!(isLeft && hasHeaderColumn) && (
        <MenuItem icon={<ArrowLeftToLine />} onSelect={run((state) => commands.addColumn(state, 'left'))}>
          {t('editor.table.columnLeft')}
        </MenuItem>
      )}
      <MenuItem icon={<ArrowRightToLine />} onSelect={run((state) => commands.addColumn(state, 'right'))}>
        {t('editor.table.columnRight')}
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={run(commands.duplicateColumns)}>
        {t('editor.table.duplicateColumn')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ArrowLeft />}
        disabled={isLeft}
        onSelect={run((state) => commands.shiftRowsOrColumns(state, 'column', -1))}
      >
        {t('editor.table.toLeft')}
      </MenuItem>
      <MenuItem
        icon={<ArrowRight />}
        disabled={isRight}
        onSelect={run((state) => commands.shiftRowsOrColumns(state, 'column', 1))}
      >
        {t('editor.table.toRight')}
      </MenuItem>
      <MenuSeparator />
      <Widths {...props} />
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={run(commands.deleteColumns)}>
        {t('editor.table.deleteColumn')}
      </MenuItem>
    </>
  )
}

function Widths(props: ItemsProps) {
  const { t } = useTranslation()
  const run = useRun(props)
  const widen = (by: number | null) => run(() => resizeSelectedColumns(props.editor.view, by))
  return (
    <>
      <MenuItem icon={<ChevronsLeftRight />} onSelect={widen(40)}>
        {t('editor.table.wider')}
      </MenuItem>
      <MenuItem icon={<ChevronsRightLeft />} onSelect={widen(-40)}>
        {t('editor.table.narrower')}
      </MenuItem>
      <MenuItem icon={<RotateCcw />} onSelect={widen(null)}>
        {t('editor.table.usualWidths')}
      </MenuItem>
    </>
  )
}

/** The menu of a row or column handle. */
export function RowOrColumnMenuItems({ of, ...props }: ItemsProps & { of: commands.TableAxis }) {
  const { hasHeaderRow, hasHeaderColumn, isTop, isLeft } = useFacts(props.editor)
  return (
    <>
      {of === 'row' ? <RowItems {...props} /> : <ColumnMenuItems {...props} />}
      <MenuSeparator />
      <CellItems {...props} />
      {of === 'row' && isTop && <Headers {...props} of="row" checked={hasHeaderRow} />}
      {of === 'column' && isLeft && <Headers {...props} of="column" checked={hasHeaderColumn} />}
    </>
  )
}

import { useAtomValue } from 'jotai'
import { memo, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { useCanEditItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { useIsRowFullyRendered } from '../../../../platform/ui/deferred-rows.ts'
import { formatItemKey } from '../../../work-items/actions.ts'
import { useKeepFocusOnMovedItem } from '../../drag/keep-focus.ts'
import { useIsSelected } from '../../selection/selected.ts'
import { ItemPresenceOutline } from '../ItemPresenceOutline.tsx'
import { useFlashWhenCreated } from '../use-flash-when-created.ts'
import { CellContent } from './CellContent.tsx'
import { isColumnEditable, type SheetColumn } from './columns.ts'

interface RowProps {
  id: string
  index: number
  /** The distance of the row from the top of the table in pixels. */
  start: number
  height: number
  columns: readonly SheetColumn[]
  /** True if the side panel shows this item. */
  isOpen: boolean
  /** The column of the cell that Tab reaches, or -1 in other rows. */
  cursor: number
  /**
   * `left` and `right` are the first and last column of the selected range. `corner` is the column with the
   * fill handle. All three are -1 in rows outside of the range.
   */
  left: number
  right: number
  corner: number
  /** The first and last column that the fill handle would fill in this row. */
  fillLeft: number
  fillRight: number
}

/**
 * The row of one work item. The cursor and the range are passed as numbers, so that `memo` rerenders only the
 * rows that they affect.
 */
export const Row = memo(function Row({ id, ...props }: RowProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row && <ItemRow row={row} {...props} />
})

function ItemRow({ row, index, start, height, columns, isOpen, ...marks }: ItemRowProps) {
  const { t } = useTranslation()
  const canEdit = useCanEditItem(row)
  const isSelected = useIsSelected(row.id)
  const element = useRef<HTMLTableRowElement>(null)
  useKeepFocusOnMovedItem(element, row.id)
  useFlashWhenCreated(element, row.id)
  const { cursor, left, right, corner, fillLeft, fillRight } = marks
  const isWhole = useIsRowFullyRendered()
  // The cell with the cursor is always rendered, because it may be about to take the focus.
  const drawn = isWhole || cursor >= 0 ? columns : columns.slice(0, 1)
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      data-row={index}
      data-item={row.id}
      style={{ top: start, height }}
      className={cx(
        'group/row absolute print:static start-0 grid print:table-row print:h-auto! [contain:layout_style] print:[contain:none] w-full grid-cols-(--spreadsheet-columns) border-b border-line',
        isSelected ? 'bg-accent-soft' : isOpen ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      {drawn.map((column, at) => {
        const isIn = at >= left && at <= right
        const isFilling = at >= fillLeft && at <= fillRight
        const Cell = at === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.name}
            scope={at === 0 ? 'row' : undefined}
            aria-colindex={at + 1}
            aria-label={
              at === 0 ? t('workItems.cardLabel', { key: formatItemKey(row), name: row.name }) : undefined
            }
            aria-selected={isIn || cursor === at}
            aria-readonly={!canEdit || !isColumnEditable(column)}
            tabIndex={cursor === at ? 0 : -1}
            data-column={at}
            className={cx(
              cellClass,
              at === 0 && cx(stickyClass, layers(isIn, isSelected, isOpen)),
              at !== 0 && isIn && 'bg-accent-soft',
              at === 0 && isOpen && 'shadow-[inset_2px_0_var(--accent)]',
              cursor === at && 'group-data-editing/sheet:outline-2',
              isFilling && 'outline-1 outline-dashed',
            )}
          >
            <CellContent row={row} column={column} />
            {at === 0 && <ItemPresenceOutline row={row} />}
            {corner === at && <FillHandle />}
          </Cell>
        )
      })}
    </tr>
  )
}

interface ItemRowProps extends Omit<RowProps, 'id'> {
  row: WorkItemRow
}

/** Handle for filling cells down, visible while the table has the focus. The shortcut is `mod+d`. */
function FillHandle() {
  return (
    <span
      aria-hidden
      data-fill
      className="absolute -end-1 -bottom-1 z-1 hidden size-2 cursor-crosshair rounded-xs border border-sheet bg-accent group-focus-within/sheet:block coarse:hidden!"
    />
  )
}

const cellClass =
  'relative flex print:table-cell min-w-0 items-center px-2.5 text-ui-start font-normal text-sm -outline-offset-2 outline-focus focus:z-1 focus:outline-2'

/**
 * The sticky cell is above cells that scroll below it, so its background is opaque. The row color is a background image on top.
 */
const stickyClass =
  'sticky start-0 z-2! border-e border-line bg-sheet text-md group-data-scrolled/sheet:border-e-line-strong'

function layers(isIn: boolean, isSelected: boolean, isOpen: boolean): string {
  if (isIn || isSelected) return 'bg-[image:linear-gradient(var(--accent-soft),var(--accent-soft))]'
  const hover = 'bg-[image:linear-gradient(var(--hover),var(--hover))]'
  return isOpen ? hover : 'group-hover/row:bg-[image:linear-gradient(var(--hover),var(--hover))]'
}

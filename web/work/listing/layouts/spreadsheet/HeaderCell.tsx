import { ArrowDown, ArrowUp } from 'lucide-react'
import { type OrderKey, splitOrder } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { Tooltip } from '../../../../platform/ui/Tooltip.tsx'
import { sortDirectionName } from '../../properties/sort-words.ts'
import { ColumnResizeHandle } from './ColumnResizeHandle.tsx'
import { nextOrderOfColumn, type SheetColumn } from './columns.ts'
import type { ColumnWidthState } from './use-column-widths.ts'

interface HeaderCellProps {
  column: SheetColumn
  at: number
  order: OrderKey
  /** The default sort order of the list, which applies if the user has not chosen one. */
  unsorted: OrderKey
  isCursor: boolean
  sizing: ColumnWidthState
  onSort: (order: OrderKey) => void
}

/** Header of a column: shows and changes the sort order, and resizes the column. */
export function HeaderCell({ column, at, order, unsorted, isCursor, sizing, onSort }: HeaderCellProps) {
  const { t } = useTranslation()
  const { key, descending } = splitOrder(order)
  const isSorted = column.sort !== undefined && splitOrder(column.sort).key === key
  const name = t(`properties.${column.name}`)
  return (
    <th
      scope="col"
      aria-colindex={at + 1}
      aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
      data-column={at}
      tabIndex={isCursor ? 0 : -1}
      className={cx(
        'relative flex print:table-cell min-w-0 items-center border-e border-line text-ui-start font-normal text-sm text-soft focus:z-1 focus:outline-2 focus:-outline-offset-2 focus:outline-focus',
        at === 0 && 'sticky start-0 z-2! bg-sheet group-data-scrolled/sheet:border-e-line-strong',
      )}
    >
      {column.sort === undefined ? (
        <span className={cx('truncate px-2.5', at === 0 && 'sm:ps-7.5')}>{name}</span>
      ) : (
        <SortButton
          name={name}
          className={cx(at === 0 && 'sm:ps-7.5')}
          first={column.sort}
          order={order}
          unsorted={unsorted}
          onSort={onSort}
        />
      )}
      <ColumnResizeHandle column={column} sizing={sizing} isReachable={isCursor} />
    </th>
  )
}

interface SortButtonProps extends Pick<HeaderCellProps, 'order' | 'unsorted' | 'onSort'> {
  name: string
  className: string
  first: OrderKey
}

/**
 * The name of a column. The first click sorts by the column, the second click reverses the order, and the third
 * click clears the order.
 */
function SortButton({ name, className, first, order, unsorted, onSort }: SortButtonProps) {
  const { t } = useTranslation()
  const { key, descending } = splitOrder(order)
  const isSorted = splitOrder(first).key === key
  const next = nextOrderOfColumn(first, order, unsorted)
  const hint =
    splitOrder(next).key === splitOrder(first).key ? sortDirectionName(next) : t('spreadsheet.sort.clear')
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <Tooltip label={hint}>
      <button
        type="button"
        data-on-paper
        tabIndex={-1}
        aria-description={hint}
        onClick={() => onSort(next)}
        className={cx(
          'flex h-full w-full min-w-0 items-center gap-1 px-2.5 text-ui-start hover:bg-hover',
          isSorted && 'font-medium text-text',
          className,
        )}
      >
        <span className="truncate">{name}</span>
        {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0 text-accent-text" />}
      </button>
    </Tooltip>
  )
}

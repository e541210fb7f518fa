import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type OrderKey, splitOrder } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { Menu } from '../../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../../../platform/ui/MenuSeparator.tsx'
import { ColumnResizeHandle } from './ColumnResizeHandle.tsx'
import { type SheetColumn, sortOrdersOfColumn } from './columns.ts'
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
  const isSorted = column.sort?.key === key
  const name = t(`properties.${column.name}`)
  const Arrow = descending ? ArrowDown : ArrowUp
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
        <Menu
          trigger={
            <button
              type="button"
              data-on-paper
              tabIndex={-1}
              className={cx(
                'flex h-full w-full min-w-0 items-center gap-1 px-2.5 text-ui-start hover:bg-hover aria-expanded:bg-hover',
                isSorted && 'font-medium text-text',
              )}
            >
              <span className="truncate">{name}</span>
              {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0 text-accent-text" />}
            </button>
          }
        >
          <MenuRadio
            value={order}
            onChange={onSort}
            options={sortOrdersOfColumn(column).map((value) => ({
              value,
              label: t(
                `spreadsheet.sort.${column.sort?.words ?? 'name'}.${splitOrder(value).descending ? 'descending' : 'ascending'}`,
              ),
              icon: splitOrder(value).descending ? <ArrowDown /> : <ArrowUp />,
            }))}
          />
          {isSorted && order !== unsorted && (
            <>
              <MenuSeparator />
              <MenuItem icon={<X />} onSelect={() => onSort(unsorted)}>
                {t('spreadsheet.sort.clear')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      <ColumnResizeHandle column={column} sizing={sizing} isReachable={isCursor} />
    </th>
  )
}

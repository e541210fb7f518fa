import { useAtomValue } from 'jotai'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { readCanEditItem } from '../../../../platform/person/roles.ts'
import { DeferredRowsContext } from '../../../../platform/ui/deferred-rows.ts'
import { LandscapePrintStyle } from '../../../../platform/ui/LandscapePrintStyle.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { isTouchDevice } from '../../../../platform/ui/use-media-query.ts'
import { recentlyCreatedAtom } from '../../../work-items/recently-created.ts'
import { ItemContextMenu } from '../../bulk/ItemContextMenu.tsx'
import { groupOfListing, listingAtom, loadNextListingPage } from '../../listings.ts'
import { focusElementWhenRendered, useRegisterShownItems } from '../../selection/order.ts'
import type { LayoutProps } from '../layout-props.ts'
import { CellEditor } from './CellEditor.tsx'
import { onGridCopy, onGridPaste } from './clipboard.ts'
import { getSheetColumns, isColumnEditable, type SheetColumn } from './columns.ts'
import { Footer } from './Footer.tsx'
import { type CellPosition, headerRowIndex, isSingleCell, type SheetRange } from './grid.ts'
import { HeaderRow } from './HeaderRow.tsx'
import { onGridKey } from './on-grid-key.ts'
import { Row } from './Row.tsx'
import { countVisibleRows, sheetRowHeight, sheetTouchRowHeight } from './sizes.ts'
import { useCellSelection } from './use-cell-selection.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { useCursorCellFocus } from './use-cursor-cell-focus.ts'
import { useSheetPointer } from './use-pointer.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** Work items as rows and properties as columns, with keyboard, pointer and clipboard control like a spreadsheet. */
export function Spreadsheet({ view, display, selected, onOpen }: LayoutProps) {
  const { t } = useTranslation()
  const keysId = useId()
  const { groups } = useAtomValue(listingAtom(view.key))
  const { ids, total, sum } = groupOfListing(groups, flatListingGroupName)
  const { display_properties } = display.settings
  const columns = useMemo(
    () => getSheetColumns(view.scope, display_properties),
    [view.scope, display_properties],
  )
  const cells = useCellSelection(ids, columns)
  const { cursor, range, editing, put } = cells
  const cursorId = ids[cursor.row]
  const cursorColumn = columns[cursor.column]

  const viewport = useRef<HTMLDivElement>(null)
  const { sizing, minWidth } = useColumnWidths(viewport, columns, display)
  const grid = useRef<HTMLTableElement>(null)
  const [height] = useState(() => (isTouchDevice() ? sheetTouchRowHeight : sheetRowHeight))
  const { rows, isPrinting, whole, totalHeight, scrollToRow } = useVisibleRows({
    viewport,
    ids,
    height,
    cursorRow: cursor.row,
    hasMore: ids.length < total,
    onNearEnd: useCallback(() => void loadNextListingPage(view), [view]),
  })
  useScrolledUp(viewport, view.key)

  // Finds a cell by the id of its item, because rows may have moved since the DOM was rendered with its row
  // numbers.
  const cellAt = ({ row, column }: CellPosition) => {
    const found =
      row === headerRowIndex
        ? `[data-row="${headerRowIndex}"]`
        : `[data-item="${CSS.escape(ids[row] ?? '')}"]`
    return grid.current?.querySelector<HTMLElement>(`${found} > [data-column="${column}"]`) ?? null
  }
  const reveal = (point: CellPosition) => {
    if (point.row !== headerRowIndex) scrollToRow(point.row)
    cellAt({ row: headerRowIndex, column: point.column })?.scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
    })
  }
  const goTo = useEffectEvent((row: number) => {
    const point = { row, column: Math.max(0, cursor.column) }
    put(point)
    reveal(point)
    focusElementWhenRendered(() => cellAt(point))
  })
  useRegisterShownItems(
    useCallback(() => ids, [ids]),
    useCallback((index: number) => goTo(index), []),
  )
  useRevealItems(ids, selected, scrollToRow)
  const canEdit = ({ row, column }: CellPosition) => {
    const item = tables.work_items.get(ids[row] ?? '')
    const shape = columns[column]
    return item !== undefined && shape !== undefined && isColumnEditable(shape) && readCanEditItem(item)
  }
  const { filling, ...pointing } = useSheetPointer({ viewport, cells, onOpen, canEdit })
  const gridParts = {
    role: 'grid',
    'aria-multiselectable': true,
    ...pointing,
    ...useCursorCellFocus(grid, cells, cellAt),
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) =>
      onGridKey(event, {
        cells,
        reveal,
        onOpen,
        canEdit,
        page: () => countVisibleRows(viewport.current, height),
      }),
    onCopy: (event: ClipboardEvent<HTMLElement>) => onGridCopy(event, cells),
    onCut: (event: ClipboardEvent<HTMLElement>) => onGridCopy(event, cells),
    onPaste: (event: ClipboardEvent<HTMLElement>) => onGridPaste(event, cells),
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isPrinting && <LandscapePrintStyle />}
      <ItemContextMenu>
        <div className="@container flex min-h-0 flex-1 flex-col">
          <div
            ref={viewport}
            data-scroller
            data-editing={editing === null ? undefined : ''}
            onScroll={({ currentTarget }) =>
              currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
            }
            className="group/sheet scroll-quiet min-h-0 flex-1 scroll-ps-(--spreadsheet-title) overflow-auto overscroll-contain"
          >
            <table
              ref={grid}
              aria-label={t('spreadsheet.label')}
              aria-describedby={keysId}
              aria-rowcount={total + 1}
              aria-colcount={columns.length}
              style={{ height: totalHeight, minWidth }}
              className="relative block select-none print:table print:h-auto! print:w-full print:min-w-0! print:border-collapse"
              {...gridParts}
            >
              <ColumnLines columns={columns} />
              <HeaderRow
                columns={columns}
                sizing={sizing}
                display={display}
                listing={view.listing}
                cursor={cursor.row === headerRowIndex ? cursor.column : null}
              />
              <tbody className="contents print:table-row-group">
                <DeferredRowsContext value={whole}>
                  {rows.map(({ key, index, start }) => (
                    <Row
                      key={key}
                      id={ids[index] ?? ''}
                      index={index}
                      start={start}
                      height={height}
                      columns={columns}
                      isOpen={ids[index] === selected}
                      cursor={index === cursor.row ? cursor.column : none}
                      corner={range?.bottom === index ? range.right : none}
                      {...marksOf(index, range, filling)}
                    />
                  ))}
                </DeferredRowsContext>
              </tbody>
            </table>
            {ids.length < total && <Skeleton shape="row" />}
          </div>
        </div>
      </ItemContextMenu>
      {editing && cursorId !== undefined && cursorColumn && (
        <CellEditor
          key={`${cursorId}:${cursorColumn.name}`}
          id={cursorId}
          column={cursorColumn}
          anchor={cellAt(cursor)}
          typed={editing.typed}
          onClose={cells.stopEditing}
          onEnter={() => {
            const below = { ...cursor, row: Math.min(cursor.row + 1, ids.length - 1) }
            put(below)
            reveal(below)
          }}
        />
      )}
      <Footer view={view} total={total} sum={sum} range={range} />
      <p id={keysId} hidden>
        {t('spreadsheet.keys')}
      </p>
    </div>
  )
}

/** Scrolls to the selected item, and to an item that the user has just created. */
function useRevealItems(ids: readonly string[], selected: string | null, scrollToRow: (row: number) => void) {
  const revealItem = useEffectEvent((id: string) => {
    const row = ids.indexOf(id)
    if (row >= 0) scrollToRow(row)
  })
  const createdId = useAtomValue(recentlyCreatedAtom)
  const showsCreated = createdId !== null && ids.includes(createdId)
  useEffect(() => {
    if (selected !== null) revealItem(selected)
  }, [selected])
  useEffect(() => {
    if (createdId !== null && showsCreated) revealItem(createdId)
  }, [createdId, showsCreated])
}

/** Column borders, drawn once for all rows, because rows are rendered without cells while the user scrolls fast. */
const ColumnLines = memo(function ColumnLines({ columns }: { columns: readonly SheetColumn[] }) {
  return (
    <colgroup
      aria-hidden
      className="pointer-events-none absolute inset-0 grid print:hidden grid-cols-(--spreadsheet-columns)"
    >
      {columns.map(({ name }) => (
        <col key={name} className="block border-e border-line" />
      ))}
    </colgroup>
  )
})

const none = -1

/**
 * Returns the columns of a row that are in the selected range, and the columns that the fill handle would
 * fill. A column is -1 if there are none.
 */
function marksOf(row: number, range: SheetRange | null, filling: SheetRange | null) {
  const marked = range !== null && !isSingleCell(range) && isAcross(range, row)
  const filled = filling !== null && isAcross(filling, row)
  return {
    left: marked ? range.left : none,
    right: marked ? range.right : none,
    fillLeft: filled ? filling.left : none,
    fillRight: filled ? filling.right : none,
  }
}

function isAcross({ top, bottom }: SheetRange, row: number): boolean {
  return row >= top && row <= bottom
}

/** Scrolls to the top when the order or filter changes. */
function useScrolledUp(viewport: RefObject<HTMLElement | null>, key: string): void {
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    viewport.current?.scrollTo({ top: 0 })
  }, [viewport, key])
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useAtomValue } from 'jotai'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flatGroup } from '#common/listing/keys.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { preloadPicker } from '../../ui/Picker.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isTouch } from '../../ui/use-media-query.ts'
import { ItemContextMenu } from '../bulk/ItemContextMenu.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { groupAt, listingAtom, loadMore } from '../listing/listings.ts'
import { canEditNow } from '../may.ts'
import { useSelectionOrder } from '../selection/selected.ts'
import { CellEditor } from './CellEditor.tsx'
import { onGridCopy, onGridPaste } from './clipboard.ts'
import { type Column, columnsOf, isEditable } from './columns.ts'
import { Footer } from './Footer.tsx'
import { headerRow, isSingle, type Point, type Range } from './grid.ts'
import { HeaderRow } from './HeaderRow.tsx'
import { onGridKey } from './keys.ts'
import { Row } from './Row.tsx'
import { headerHeight, rowHeight, touchRowHeight } from './sizes.ts'
import { useCells } from './use-cells.ts'
import { pointAt, usePointer } from './use-pointer.ts'

/** Rows from the end at which the next page is asked for. */
const nearEnd = 30

/** Every work item a row, every property a column; worked by keys, pointer and clipboard as a spreadsheet is. */
export function Spreadsheet({ view, display, selected, onOpen }: LayoutProps) {
  const { t } = useTranslation()
  const keysId = useId()
  const { groups } = useAtomValue(listingAtom(view.key))
  const { ids, total } = groupAt(groups, flatGroup)
  const { display_properties } = display.looking
  const columns = useMemo(() => columnsOf(view.place, display_properties), [view.place, display_properties])
  const template = useMemo(() => templateOf(columns), [columns])
  const cells = useCells(ids, columns)
  useSelectionOrder(useCallback(() => ids, [ids]))
  const { cursor, range, editing, put } = cells
  const [height] = useState(() => (isTouch() ? touchRowHeight : rowHeight))
  const viewport = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const cursorId = ids[cursor.row]

  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => height,
    getItemKey: (index) => ids[index] ?? index,
    paddingStart: headerHeight,
    scrollPaddingStart: headerHeight,
    overscan: 6,
    // The row of the cursor stays in the page, and the focus with it.
    rangeExtractor: useCallback(
      (shown: Parameters<typeof defaultRangeExtractor>[0]) => {
        const rows = defaultRangeExtractor(shown)
        if (cursor.row < 0 || cursor.row >= shown.count || rows.includes(cursor.row)) return rows
        return [...rows, cursor.row].sort((a, b) => a - b)
      },
      [cursor.row],
    ),
  })
  const rows = virtualizer.getVirtualItems()

  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= ids.length - nearEnd
  useEffect(() => {
    if (isNearEnd && ids.length < total) void loadMore(view)
  }, [isNearEnd, ids.length, total, view])

  const cellAt = useCallback(
    ({ row, column }: Point) =>
      grid.current?.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`) ?? null,
    [],
  )
  const hasFocus = useRef(false)
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    const cell = cellAt(cursor)
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    const isHere = hasFocus.current && (isLost || grid.current?.contains(activeElement))
    const isBack = wasEditing.current && editing === null && isLost
    // What has the focus inside of the cell, such as the field of its title, keeps it.
    if ((isHere || isBack) && !cell?.contains(activeElement)) cell?.focus({ preventScroll: true })
    wasEditing.current = editing !== null
  })

  const shownKey = useRef(view.key)
  useEffect(() => {
    if (shownKey.current === view.key) return
    shownKey.current = view.key
    viewport.current?.scrollTo({ top: 0 })
  }, [view.key])

  const reveal = (point: Point) => {
    if (point.row >= 0) virtualizer.scrollToIndex(point.row, { align: 'auto' })
    cellAt({ row: headerRow, column: point.column })?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const canEdit = ({ row, column }: Point) => {
    const item = tables.work_items.get(ids[row] ?? '')
    const shape = columns[column]
    return item !== undefined && shape !== undefined && isEditable(shape) && canEditNow(item)
  }
  const pointer = usePointer({ viewport, cells, onOpen, canEdit })
  const { filling, ...presses } = pointer
  const gridParts = {
    role: 'grid',
    'aria-multiselectable': true,
    ...presses,
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) =>
      onGridKey(event, { cells, reveal, onOpen, canEdit, page: () => pageOf(viewport.current, height) }),
    onFocus: ({ target }: FocusEvent) => {
      hasFocus.current = true
      preloadPicker()
      const point = pointAt(target)
      if (point && (point.row !== cursor.row || point.column !== cursor.column)) put(point)
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      hasFocus.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
    onCopy: (event: ClipboardEvent<HTMLElement>) => onGridCopy(event, cells),
    onCut: (event: ClipboardEvent<HTMLElement>) => onGridCopy(event, cells),
    onPaste: (event: ClipboardEvent<HTMLElement>) => onGridPaste(event, cells),
  }
  const editedColumn = columns[cursor.column]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ItemContextMenu>
        <div
          ref={viewport}
          data-scroller
          data-editing={editing === null ? undefined : ''}
          onScroll={({ currentTarget }) =>
            currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
          }
          className="group/sheet scroll-quiet min-h-0 flex-1 scroll-pl-(--spreadsheet-title) overflow-auto overscroll-contain"
        >
          <table
            ref={grid}
            tabIndex={-1}
            aria-label={t('spreadsheet.label')}
            aria-describedby={keysId}
            aria-rowcount={total + 1}
            aria-colcount={columns.length}
            style={{ height: virtualizer.getTotalSize(), minWidth: minWidthOf(columns) }}
            className="relative block select-none outline-none"
            {...gridParts}
          >
            <HeaderRow
              columns={columns}
              template={template}
              display={display}
              listing={view.listing}
              cursor={cursor.row === headerRow ? cursor.column : null}
            />
            <tbody className="contents">
              {rows.map(({ key, index, start }) => (
                <Row
                  key={key}
                  id={ids[index] ?? ''}
                  index={index}
                  start={start}
                  height={height}
                  columns={columns}
                  template={template}
                  isOpen={ids[index] === selected}
                  cursor={index === cursor.row ? cursor.column : none}
                  corner={range?.bottom === index ? range.right : none}
                  {...marksOf(index, range, filling)}
                />
              ))}
            </tbody>
          </table>
          {ids.length < total && <Skeleton shape="row" />}
        </div>
      </ItemContextMenu>
      {editing && cursorId !== undefined && editedColumn && (
        <CellEditor
          key={`${cursorId}:${editedColumn.name}`}
          id={cursorId}
          column={editedColumn}
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
      <Footer view={view} total={total} range={range} />
      <p id={keysId} hidden>
        {t('spreadsheet.keys')}
      </p>
    </div>
  )
}

const none = -1

/** Which columns of a row are in the range, and which would be filled. */
function marksOf(row: number, range: Range | null, filling: Range | null) {
  const marked = range !== null && !isSingle(range) && isAcross(range, row)
  const filled = filling !== null && isAcross(filling, row)
  return {
    left: marked ? range.left : none,
    right: marked ? range.right : none,
    fillLeft: filled ? filling.left : none,
    fillRight: filled ? filling.right : none,
  }
}

function isAcross({ top, bottom }: Range, row: number): boolean {
  return row >= top && row <= bottom
}

function templateOf(columns: readonly Column[]): string {
  const others = columns.slice(1).map(({ width }) => `${width}px`)
  return ['minmax(var(--spreadsheet-title),1fr)', ...others].join(' ')
}

function minWidthOf(columns: readonly Column[]): string {
  const others = columns.reduce((sum, { width }) => sum + width, 0)
  return `calc(var(--spreadsheet-title) + ${others}px)`
}

/** Rows that a page up or down passes. */
function pageOf(viewport: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor(((viewport?.clientHeight ?? 0) - headerHeight) / height) - 1)
}

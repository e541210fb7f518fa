import { memo } from 'react'
import type { Listing } from '#common/work/listing/listing.ts'
import type { ListingDisplaySettings } from '../../display.ts'
import type { SheetColumn } from './columns.ts'
import { headerRowIndex } from './grid.ts'
import { HeaderCell } from './HeaderCell.tsx'
import type { ColumnWidthState } from './use-column-widths.ts'

interface HeaderRowProps {
  columns: readonly SheetColumn[]
  sizing: ColumnWidthState
  display: ListingDisplaySettings
  listing: Listing
  /** The column of the cursor. Is null while the cursor is not in the header. */
  cursor: number | null
}

export const HeaderRow = memo(function HeaderRow({
  columns,
  sizing,
  display,
  listing,
  cursor,
}: HeaderRowProps) {
  return (
    <thead className="contents print:table-header-group">
      <tr
        aria-rowindex={1}
        data-row={headerRowIndex}
        className="sticky print:static top-0 z-sticky grid print:table-row h-8.25 print:h-auto w-full grid-cols-(--spreadsheet-columns) border-b border-line-strong bg-sheet"
      >
        {columns.map((column, at) => (
          <HeaderCell
            key={column.name}
            column={column}
            at={at}
            order={listing.order_by}
            unsorted={listing.context.hasManualOrder ? 'sort_order' : '-created_at'}
            isCursor={cursor === at}
            sizing={sizing}
            onSort={(order_by) => display.change({ display_filters: { order_by } })}
          />
        ))}
      </tr>
    </thead>
  )
})

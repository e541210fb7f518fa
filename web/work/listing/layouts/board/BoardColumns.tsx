import { useRef } from 'react'
import { isSortedManually } from '../../drag/cell.ts'
import { useSidewaysScroll } from '../../drag/drag.ts'
import { groupOfListing } from '../../listings.ts'
import { Column } from './Column.tsx'
import { FoldedColumn } from './FoldedColumn.tsx'
import type { SharedBoardProps } from './keyboard-move-target.ts'

/** Columns side by side that scroll independently. */
export function BoardColumns(parts: SharedBoardProps) {
  const { listing, groups, loadingMore, columns, columnFold, landing, onMore, ...shared } = parts
  const element = useRef<HTMLDivElement>(null)
  useSidewaysScroll(element)
  return (
    <div
      ref={element}
      className="scroll-quiet flex min-h-0 flex-1 snap-x snap-proximity scroll-px-gutter gap-2.5 overflow-x-auto px-gutter pt-3"
    >
      {columns.map(({ key, name, icon }) =>
        columnFold.folded.has(key) ? (
          <FoldedColumn
            key={key}
            cell={key}
            name={name}
            icon={icon}
            total={groupOfListing(groups, key).total}
            onUnfold={() => columnFold.toggle(key)}
          />
        ) : (
          <Column
            key={key}
            cell={key}
            name={name}
            icon={icon}
            group={groupOfListing(groups, key)}
            loadingMore={loadingMore.includes(key)}
            manual={isSortedManually(listing)}
            landing={landing?.cell === key ? landing : null}
            onNearEnd={onMore}
            onFold={columnFold.toggle}
            {...shared}
          />
        ),
      )}
    </div>
  )
}

import { Fragment, useRef } from 'react'
import { isSortedManually } from '../../drag/cell.ts'
import { useSidewaysScroll } from '../../drag/drag.ts'
import { groupOfListing } from '../../listings.ts'
import { Column } from './Column.tsx'
import { FoldedColumn } from './FoldedColumn.tsx'
import type { SharedBoardProps } from './keyboard-move-target.ts'
import { SidewaysScrollCue } from './SidewaysScrollCue.tsx'
import { SkippedColumns } from './SkippedColumns.tsx'
import { columnSlots, useRenderedColumns } from './use-rendered-columns.ts'

/** Columns side by side that scroll independently. Only columns in or near the visible area are rendered. */
export function BoardColumns(parts: SharedBoardProps) {
  const { listing, groups, loadingMore, columns, columnFold, landing, liftedTo: _, onMore, ...shared } = parts
  const frame = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  useSidewaysScroll(element)
  const rendered = useRenderedColumns(frame, parts)
  const { slots, skippedAtEnd } = columnSlots(columns, rendered)
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={element}
        data-sideways
        onFocusCapture={rendered.onUse}
        onPointerDownCapture={rendered.onUse}
        className="scroll-quiet flex min-h-0 flex-1 snap-x snap-proximity scroll-px-gutter gap-2.5 overflow-x-auto px-gutter pt-3"
      >
        {slots.map(({ key, name, icon, isFolded, skipped }) => (
          <Fragment key={key}>
            <SkippedColumns isFolded={skipped} />
            {isFolded ? (
              <FoldedColumn
                cell={key}
                name={name}
                icon={icon}
                total={groupOfListing(groups, key).total}
                onUnfold={() => columnFold.toggle(key)}
              />
            ) : (
              <Column
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
            )}
          </Fragment>
        ))}
        <SkippedColumns isFolded={skippedAtEnd} />
      </div>
      <SidewaysScrollCue within={frame} />
    </div>
  )
}

import { Fragment, useCallback, useRef } from 'react'
import { KeepRenderedContext } from '../../../../platform/ui/keep-rendered.ts'
import type { ScrollMemory } from '../../../../platform/ui/scroll-memory.ts'
import { isSortedManually } from '../../drag/cell.ts'
import { useSidewaysScroll } from '../../drag/drag.ts'
import { groupOfListing } from '../../listings.ts'
import { focusElementWhenRendered } from '../../selection/order.ts'
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
  const scrollMemoryOf = useScrollMemories()
  const { toggle: toggleFold } = columnFold
  // The button that collapses or expands the column is replaced, so the new button takes the focus.
  const fold = useCallback(
    (cell: string) => {
      toggleFold(cell)
      focusElementWhenRendered(() => findInCell(element.current, cell, '[data-unfold]'))
    },
    [toggleFold],
  )
  const unfold = (cell: string) => {
    toggleFold(cell)
    focusElementWhenRendered(() => findInCell(element.current, cell, '[data-fold]'))
  }
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
        <KeepRenderedContext value={rendered.keep}>
          {slots.map(({ key, name, icon, isFolded, position, skipped }) => (
            <Fragment key={key}>
              <SkippedColumns isFolded={skipped} />
              {isFolded ? (
                <FoldedColumn
                  cell={key}
                  name={name}
                  icon={icon}
                  total={groupOfListing(groups, key).total}
                  position={position}
                  columnCount={columns.length}
                  onUnfold={() => unfold(key)}
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
                  onFold={fold}
                  position={position}
                  columnCount={columns.length}
                  scrollMemory={scrollMemoryOf(key)}
                  {...shared}
                />
              )}
            </Fragment>
          ))}
        </KeepRenderedContext>
        <SkippedColumns isFolded={skippedAtEnd} />
      </div>
      <SidewaysScrollCue within={frame} />
    </div>
  )
}

/** Returns a function that returns the object in which a column stores its scroll position. */
function useScrollMemories(): (cell: string) => ScrollMemory {
  const memories = useRef(new Map<string, ScrollMemory>())
  return (cell) => {
    const memory = memories.current.get(cell) ?? {}
    memories.current.set(cell, memory)
    return memory
  }
}

function findInCell(board: HTMLElement | null, cell: string, selector: string): HTMLElement | null {
  return board?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"] ${selector}`) ?? null
}

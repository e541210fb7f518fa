import { useAtomValue } from 'jotai'
import { Fragment, type SyntheticEvent, useEffect, useRef } from 'react'
import { isSortedManually } from '../../drag/cell.ts'
import { useSidewaysScroll } from '../../drag/drag.ts'
import { groupOfListing } from '../../listings.ts'
import { Column } from './Column.tsx'
import { FoldedColumn } from './FoldedColumn.tsx'
import { keyboardMoveTargetAtom, type SharedBoardProps } from './keyboard-move-target.ts'
import { SidewaysScrollCue } from './SidewaysScrollCue.tsx'
import { useColumnWindow, widthOfColumns } from './use-column-window.ts'

/** Columns side by side that scroll independently. Only columns in or near the visible area are rendered. */
export function BoardColumns(parts: SharedBoardProps) {
  const { listing, groups, loadingMore, columns, columnFold, landing, liftedTo, onMore, ...shared } = parts
  const frame = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  useSidewaysScroll(element)
  useScrollToCell(element, liftedTo)
  const isFolded = columns.map(({ key }) => columnFold.folded.has(key))
  const isInWindow = useColumnWindow(element, isFolded)
  const wanted = useAtomValue(keyboardMoveTargetAtom)
  // The column that was last focused or clicked. It stays rendered while the board scrolls, because it can contain the
  // focus or the dragged card.
  const usedCell = useRef<string | null>(null)
  const handleUse = ({ target }: SyntheticEvent) => {
    if (target instanceof Element) usedCell.current = cellOf(target)
  }
  const isRendered = (index: number) => {
    const key = columns[index]?.key
    const used = [usedCell.current, wanted?.cell, landing?.cell, liftedTo]
    return isInWindow(index) || used.includes(key)
  }
  const rendered = columns.flatMap((column, index) => (isRendered(index) ? { ...column, index } : []))
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={element}
        data-sideways
        onFocusCapture={handleUse}
        onPointerDownCapture={handleUse}
        className="scroll-quiet flex min-h-0 flex-1 snap-x snap-proximity scroll-px-gutter gap-2.5 overflow-x-auto px-gutter pt-3"
      >
        {rendered.map(({ key, name, icon, index }, at) => {
          const skipped = isFolded.slice((rendered[at - 1]?.index ?? -1) + 1, index)
          return (
            <Fragment key={key}>
              <SkippedColumns isFolded={skipped} />
              {isFolded[index] ? (
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
          )
        })}
        <SkippedColumns isFolded={isFolded.slice((rendered.at(-1)?.index ?? -1) + 1)} />
      </div>
      <SidewaysScrollCue within={frame} />
    </div>
  )
}

/**
 * Empty space that is as wide as the columns that are not rendered, so that the other columns stay in their position.
 */
function SkippedColumns({ isFolded }: { isFolded: readonly boolean[] }) {
  if (isFolded.length === 0) return null
  return <div aria-hidden className="shrink-0" style={{ width: widthOfColumns(isFolded) }} />
}

function cellOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? null
}

/** Scrolls to the column into which the keyboard moves a lifted card. */
function useScrollToCell(scroller: React.RefObject<HTMLElement | null>, cell: string | null): void {
  useEffect(() => {
    if (cell === null) return
    const column = scroller.current?.querySelector(`[data-cell="${CSS.escape(cell)}"]`)
    column?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [scroller, cell])
}

import { ChevronDown, Plus } from 'lucide-react'
import { Fragment, useCallback, useState } from 'react'
import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import { GroupEstimateSum } from '../../../cycles-modules-epics/GroupEstimateSum.tsx'
import { parseCellPath } from '../../cell-path.ts'
import { isSortedManually } from '../../drag/cell.ts'
import type { NamedGroup } from '../../groups.ts'
import { createGroupPath, estimateSumOfLane, groupOfListing, totalOfLane } from '../../listings.ts'
import type { SharedBoardProps } from './keyboard-move-target.ts'
import { LaneCell } from './LaneCell.tsx'
import { SkippedColumns } from './SkippedColumns.tsx'
import { columnSlots, type RenderedColumns } from './use-rendered-columns.ts'

interface LaneProps {
  lane: NamedGroup
  folded: boolean
  onFold: () => void
  parts: SharedBoardProps
  rendered: RenderedColumns
}

/** A lane across all columns. An empty lane is a single line but still a drop target. */
export function Lane({ lane, folded, onFold, parts, rendered }: LaneProps) {
  const { listing, groups, loadingMore, columns, columnFold, landing, liftedTo: _, onMore, ...shared } = parts
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  // The function stays the same, so that cells do not rerender when the board renders other columns.
  const handleAdded = useCallback(() => setAdding(false), [])
  const total = totalOfLane(groups, lane.key)
  const isLandedIn = landing !== null && parseCellPath(landing.cell).sub === lane.key
  const isLine = total === 0 && !adding && !isLandedIn
  const first = columns.find(({ key }) => !columnFold.folded.has(key))
  // The form for a new item is in the first column, which may be outside of the visible area.
  const isRendered = (index: number) => rendered.isRendered(index) || (adding && columns[index] === first)
  const { slots, skippedAtEnd } = columnSlots(columns, { ...rendered, isRendered })
  const skippedCells = columns.flatMap(({ key }, index) =>
    isRendered(index) || columnFold.folded.has(key) ? [] : groupOfListing(groups, key, lane.key),
  )
  return (
    <section aria-label={lane.name} className="w-max min-w-full print:w-auto border-b border-line">
      <header
        data-on-paper
        className={cx(
          'sticky start-0 print:static flex h-9 w-max items-center gap-1 px-gutter font-strong',
          isLine && 'pointer-events-none z-1 *:pointer-events-auto',
        )}
      >
        <h2>
          <button
            type="button"
            data-on-paper
            aria-expanded={!folded}
            onClick={onFold}
            className={cx(
              'touch-target -ms-1.5 flex h-7 max-w-80 items-center gap-2 rounded-sm px-1.5 hover:bg-hover',
              isLine && 'font-medium text-soft',
            )}
          >
            <ChevronDown
              className={cx('print-hidden text-icon-faint transition-transform', folded && '-rotate-90')}
              aria-hidden
            />
            {lane.icon}
            <span className="truncate">{lane.name}</span>
            <span className="font-medium text-faint tabular">{total}</span>
            <GroupEstimateSum sum={estimateSumOfLane(groups, lane.key)} />
          </button>
        </h2>
        {shared.canAdd && first && (
          <IconButton
            size="sm"
            label={t('workItems.addTo', { name: lane.name })}
            icon={<Plus />}
            onClick={() => {
              if (folded) onFold()
              setAdding(true)
            }}
          />
        )}
      </header>
      {!folded && (
        <div
          style={isLine ? undefined : { minHeight: expectedHeight(skippedCells) }}
          className={cx(
            'flex gap-2.5 px-gutter print:block print:min-h-0!',
            isLine ? '-mt-9 print:mt-0' : 'pb-3',
          )}
        >
          {slots.map(({ key, name, isFolded, skipped }) => {
            const cell = createGroupPath(key, lane.key)
            return (
              <Fragment key={key}>
                <SkippedColumns isFolded={skipped} />
                <LaneCell
                  cell={cell}
                  name={`${name}, ${lane.name}`}
                  column={name}
                  folded={isFolded}
                  isLine={isLine}
                  isBelowHead={isLine && key === first?.key}
                  isAdding={adding && key === first?.key}
                  onAdded={handleAdded}
                  group={groupOfListing(groups, key, lane.key)}
                  loadingMore={loadingMore.includes(cell)}
                  manual={isSortedManually(listing)}
                  landing={landing?.cell === cell ? landing : null}
                  onMore={onMore}
                  {...shared}
                />
              </Fragment>
            )
          })}
          <SkippedColumns isFolded={skippedAtEnd} />
        </div>
      )}
    </section>
  )
}

/** The height of a card with a key and a title of one line, in rem. */
const lowCardHeight = 4.25

/**
 * Estimates the height of the highest of the cells that are not rendered. Without this height, the lanes below would
 * move when the user scrolls to these cells.
 */
function expectedHeight(cells: readonly ListingGroup[]): string {
  const cards = Math.max(0, ...cells.map(({ ids }) => ids.length))
  return `${cards * lowCardHeight}rem`
}

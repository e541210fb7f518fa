import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
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

interface LaneProps {
  lane: NamedGroup
  folded: boolean
  onFold: () => void
  parts: SharedBoardProps
  widthOf: (column: string) => string
}

/** A lane across all columns. An empty lane is a single line but still a drop target. */
export function Lane({ lane, folded, onFold, parts, widthOf }: LaneProps) {
  const { listing, groups, loadingMore, columns, columnFold, landing, liftedTo: _, onMore, ...shared } = parts
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const total = totalOfLane(groups, lane.key)
  const isLandedIn = landing !== null && parseCellPath(landing.cell).sub === lane.key
  const isLine = total === 0 && !adding && !isLandedIn
  const first = columns.find(({ key }) => !columnFold.folded.has(key))
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
        <div className={cx('flex gap-2.5 px-gutter print:block', isLine ? '-mt-9 print:mt-0' : 'pb-3')}>
          {columns.map((column) => {
            const cell = createGroupPath(column.key, lane.key)
            return (
              <LaneCell
                key={column.key}
                cell={cell}
                name={`${column.name}, ${lane.name}`}
                column={column.name}
                className={widthOf(column.key)}
                folded={columnFold.folded.has(column.key)}
                isLine={isLine}
                isBelowHead={isLine && column === first}
                isAdding={adding && column === first}
                onAdded={() => setAdding(false)}
                group={groupOfListing(groups, column.key, lane.key)}
                loadingMore={loadingMore.includes(cell)}
                manual={isSortedManually(listing)}
                landing={landing?.cell === cell ? landing : null}
                onMore={onMore}
                {...shared}
              />
            )
          })}
        </div>
      )}
    </section>
  )
}

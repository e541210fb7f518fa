import { ChevronDown } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { Count } from '../../../ui/Count.tsx'
import { cx } from '../../../ui/cx.ts'
import { VirtualList } from '../../../ui/VirtualList.tsx'
import { isManual } from '../../drag/cell.ts'
import type { Folding } from '../../folded.ts'
import type { GroupHead } from '../../groups.ts'
import { groupAt, laneTotal, pathOf } from '../../listings.ts'
import type { BoardParts } from './board-parts.ts'
import { LaneCell } from './LaneCell.tsx'

interface BoardLanesProps extends BoardParts {
  lanes: readonly GroupHead[]
  laneFold: Folding
}

/** Lanes below one another, each across all columns; lanes and columns fold, and all of it scrolls as one. */
export function BoardLanes({ lanes, laneFold, ...parts }: BoardLanesProps) {
  const { listing, groups, loadingMore, columns, columnFold, landing, onMore, ...shared } = parts
  const { t } = useTranslation()
  const widthOf = (column: string) => (columnFold.folded.has(column) ? 'w-9' : columnWidth)
  return (
    <VirtualList
      className="flex-1 scroll-pt-10"
      label={t('workItems.lanes')}
      rows={lanes}
      keyOf={(lane) => lane.key}
      rowHeight={240}
      measured
      overscan={2}
      header={
        <div className="sticky top-0 z-sticky flex w-max min-w-full gap-2.5 border-b border-line bg-sheet px-4 pt-2">
          {columns.map(({ key, name, icon }) => (
            <button
              key={key}
              type="button"
              aria-expanded={!columnFold.folded.has(key)}
              onClick={() => columnFold.toggle(key)}
              className={cx(
                'flex h-7.5 shrink-0 items-center gap-1.75 rounded-sm px-1 text-left font-strong hover:bg-hover',
                widthOf(key),
              )}
            >
              {icon}
              <span className={columnFold.folded.has(key) ? 'sr-only' : 'truncate'}>{name}</span>
              {!columnFold.folded.has(key) && <Count value={groupAt(groups, key).total} />}
            </button>
          ))}
        </div>
      }
      footer={<div className="h-12" />}
    >
      {(lane) => {
        const folded = laneFold.folded.has(lane.key)
        return (
          <section aria-label={lane.name} className="w-max min-w-full border-b border-line">
            <header className="sticky left-0 flex h-9 w-max items-center px-2.5 font-strong">
              <h2>
                <button
                  type="button"
                  aria-expanded={!folded}
                  onClick={() => laneFold.toggle(lane.key)}
                  className="touch-target flex h-7 max-w-80 items-center gap-2 rounded-sm px-1.5 hover:bg-hover"
                >
                  <ChevronDown
                    className={cx('text-icon-faint transition-transform', folded && '-rotate-90')}
                    aria-hidden
                  />
                  {lane.icon}
                  <span className="truncate">{lane.name}</span>
                  <span className="font-medium text-faint tabular">{laneTotal(groups, lane.key)}</span>
                </button>
              </h2>
            </header>
            {!folded && (
              <div className="flex gap-2.5 px-4 pb-3">
                {columns.map((column) => {
                  const cell = pathOf(column.key, lane.key)
                  return (
                    <LaneCell
                      key={column.key}
                      cell={cell}
                      name={`${column.name}, ${lane.name}`}
                      className={widthOf(column.key)}
                      folded={columnFold.folded.has(column.key)}
                      group={groupAt(groups, column.key, lane.key)}
                      loadingMore={loadingMore.includes(cell)}
                      manual={isManual(listing)}
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
      }}
    </VirtualList>
  )
}

const columnWidth = 'w-[min(var(--column),calc(100vw-48px))]'

import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { CountLabel } from '../../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { VirtualList } from '../../../../platform/ui/VirtualList.tsx'
import { GroupEstimateSum } from '../../../cycles-modules-epics/GroupEstimateSum.tsx'
import { parseCellPath } from '../../cell-path.ts'
import type { CollapsedGroupsState } from '../../collapsed-groups.ts'
import type { NamedGroup } from '../../groups.ts'
import { groupOfListing } from '../../listings.ts'
import { keyboardMoveTargetAtom, type SharedBoardProps } from './keyboard-move-target.ts'
import { Lane } from './Lane.tsx'
import { SidewaysScrollCue } from './SidewaysScrollCue.tsx'

interface BoardLanesProps extends SharedBoardProps {
  lanes: readonly NamedGroup[]
  laneFold: CollapsedGroupsState
}

/** Lanes below each other, each across all columns. Lanes and columns can be collapsed, and the board scrolls as a whole. */
export function BoardLanes({ lanes, laneFold, ...parts }: BoardLanesProps) {
  const { groups, columns, columnFold } = parts
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useAtomValue(keyboardMoveTargetAtom)
  const revealed = (wanted && parseCellPath(wanted.cell).sub) ?? laneOf(groups, parts.selected)
  const widthOf = (column: string) => (columnFold.folded.has(column) ? 'w-9' : columnWidth)
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
      <VirtualList
        className="flex-1 scroll-pt-10"
        label={t('workItems.lanes')}
        rows={lanes}
        keyOf={(lane) => lane.key}
        rowHeight={240}
        measured
        overscan={2}
        reveal={revealed}
        header={
          <div className="print-hidden sticky top-0 z-sticky flex w-max min-w-full gap-2.5 border-b border-line bg-sheet px-gutter pt-2">
            {columns.map(({ key, name, icon }) => (
              <button
                key={key}
                type="button"
                aria-expanded={!columnFold.folded.has(key)}
                onClick={() => columnFold.toggle(key)}
                className={cx(
                  'flex h-7.5 shrink-0 items-center gap-1.75 rounded-sm text-ui-start font-strong hover:bg-hover',
                  widthOf(key),
                )}
              >
                {icon}
                <span className={columnFold.folded.has(key) ? 'sr-only' : 'truncate'}>{name}</span>
                {!columnFold.folded.has(key) && (
                  <>
                    <CountLabel value={groupOfListing(groups, key).total} />
                    <GroupEstimateSum sum={groupOfListing(groups, key).sum} />
                  </>
                )}
              </button>
            ))}
          </div>
        }
        footer={<div className="h-12" />}
      >
        {(lane) => (
          <Lane
            lane={lane}
            folded={laneFold.folded.has(lane.key)}
            onFold={() => laneFold.toggle(lane.key)}
            parts={parts}
            widthOf={widthOf}
          />
        )}
      </VirtualList>
      <SidewaysScrollCue within={frame} />
    </div>
  )
}

/** Returns the first lane that contains the item. */
function laneOf(groups: ListingGroups, id: string | null): string | null {
  if (id === null) return null
  for (const { groups: lanes = {} } of Object.values(groups)) {
    const found = Object.entries(lanes).find(([, { ids }]) => ids.includes(id))
    if (found) return found[0]
  }
  return null
}

const columnWidth = 'w-[min(var(--column),calc(100vw-3rem))]'

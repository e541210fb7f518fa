import { useAtomValue } from 'jotai'
import { Fragment, useRef } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { CountLabel } from '../../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { KeepRenderedContext } from '../../../../platform/ui/keep-rendered.ts'
import { VirtualList } from '../../../../platform/ui/VirtualList.tsx'
import { GroupEstimateSum } from '../../../cycles-modules-epics/GroupEstimateSum.tsx'
import { parseCellPath } from '../../cell-path.ts'
import type { CollapsedGroupsState } from '../../collapsed-groups.ts'
import type { NamedGroup } from '../../groups.ts'
import { groupOfListing } from '../../listings.ts'
import { useNewestTarget } from '../use-newest-target.ts'
import { keyboardMoveTargetAtom, type SharedBoardProps } from './keyboard-move-target.ts'
import { Lane } from './Lane.tsx'
import { SidewaysScrollCue } from './SidewaysScrollCue.tsx'
import { SkippedColumns } from './SkippedColumns.tsx'
import { laneColumnWidth } from './use-column-window.ts'
import { columnSlots, useRenderedColumns } from './use-rendered-columns.ts'

interface BoardLanesProps extends SharedBoardProps {
  lanes: readonly NamedGroup[]
  laneFold: CollapsedGroupsState
}

/**
 * Lanes below each other, each across all columns. Lanes and columns can be collapsed, and the board scrolls as a whole.
 * Only lanes and columns in or near the visible area are rendered.
 */
export function BoardLanes({ lanes, laneFold, ...parts }: BoardLanesProps) {
  const { groups, columns, columnFold, liftedTo } = parts
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const rendered = useRenderedColumns(frame, parts)
  const { slots, skippedAtEnd } = columnSlots(columns, rendered)
  const wantedCell = useAtomValue(keyboardMoveTargetAtom)?.cell
  const subOf = (cell: string | null | undefined) => (cell ? parseCellPath(cell).sub : null)
  const revealed = useNewestTarget([subOf(liftedTo), subOf(wantedCell), laneOf(groups, parts.selected)])
  return (
    <div
      ref={frame}
      onFocusCapture={rendered.onUse}
      onPointerDownCapture={rendered.onUse}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      <KeepRenderedContext value={rendered.keep}>
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
              {slots.map(({ key, name, icon, isFolded, skipped }) => (
                <Fragment key={key}>
                  <SkippedColumns isFolded={skipped} />
                  <button
                    type="button"
                    data-board-column={key}
                    aria-expanded={!isFolded}
                    onClick={() => columnFold.toggle(key)}
                    className={cx(
                      'flex h-7.5 shrink-0 items-center gap-1.75 rounded-sm text-ui-start font-strong hover:bg-hover',
                      laneColumnWidth(isFolded),
                    )}
                  >
                    {icon}
                    <span className={isFolded ? 'sr-only' : 'truncate'}>{name}</span>
                    {!isFolded && (
                      <>
                        <CountLabel value={groupOfListing(groups, key).total} />
                        <GroupEstimateSum sum={groupOfListing(groups, key).sum} />
                      </>
                    )}
                  </button>
                </Fragment>
              ))}
              <SkippedColumns isFolded={skippedAtEnd} />
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
              rendered={rendered}
            />
          )}
        </VirtualList>
      </KeepRenderedContext>
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

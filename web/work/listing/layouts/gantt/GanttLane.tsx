import { useAtomValue } from 'jotai'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { memo, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { useCanEditItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { useIsRowFullyRendered } from '../../../../platform/ui/deferred-rows.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import { useIsSelected } from '../../selection/selected.ts'
import type { BeginBlockDrag } from './block-drag.ts'
import { GanttBlock } from './GanttBlock.tsx'
import { ganttRowHeight, getBlockPixelPosition, getBlockSpan } from './geometry.ts'
import type { BeginRelationDrag } from './link-drag.ts'
import { NewGanttBlockPlaceholder } from './NewGanttBlockPlaceholder.tsx'
import { hoveredGanttItemAtom, useDatesPreview, useIsItemHovered } from './preview.ts'
import { useOffscreenBlockSide } from './use-offscreen-block-side.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface LaneProps {
  id: string
  top: number
  axis: TimeAxis
  viewport: RefObject<HTMLElement | null>
  side: number
  /** True if the side panel shows this item. */
  peeked: boolean
  onOpen: (id: string) => void
  onGrip: BeginBlockDrag
  onLink: BeginRelationDrag
}

/** The row of one item in the timeline. */
export const GanttLane = memo(function Lane({ id, ...props }: LaneProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row && <Filled row={row} {...props} />
})

function Filled({
  row,
  top,
  axis,
  viewport,
  side,
  peeked,
  onOpen,
  onGrip,
  onLink,
}: Omit<LaneProps, 'id'> & { row: WorkItemRow }) {
  const canEdit = useCanEditItem(row)
  const preview = useDatesPreview(row.id)
  const pointed = useIsItemHovered(row.id)
  const selected = useIsSelected(row.id)
  const [hoveredDay, setHoveredDay] = useState<number | null>(null)
  const span = getBlockSpan(preview ?? row, axis.zoom)
  const box = span && getBlockPixelPosition(span, axis.range.first, axis.zoom)
  const isWhole = useIsRowFullyRendered()
  return (
    <div
      data-lane={row.id}
      style={{ top, height: ganttRowHeight }}
      className={cx(
        'absolute inset-x-0 flex items-center',
        selected ? 'bg-accent-soft' : (pointed || peeked) && 'bg-hover',
      )}
      onPointerEnter={() => store.set(hoveredGanttItemAtom, row.id)}
      onPointerLeave={() => {
        store.set(hoveredGanttItemAtom, null)
        setHoveredDay(null)
      }}
      onPointerMove={
        span === null && canEdit
          ? ({ pointerType, clientX }) => {
              const day = pointerType === 'touch' ? null : Math.floor(axis.dayAt(clientX))
              // React renders the new block synchronously, because a click directly after the pointer
              // movement would otherwise miss it.
              flushSync(() => setHoveredDay(day))
            }
          : undefined
      }
    >
      {span !== null && box !== null ? (
        <>
          <GanttBlock
            row={row}
            dates={preview ?? row}
            span={span}
            box={box}
            axis={axis}
            side={side}
            canEdit={canEdit}
            marked={peeked || selected}
            isMoving={preview !== null}
            isWhole={isWhole}
            onOpen={onOpen}
            onGrip={onGrip}
            onLink={onLink}
          />
          {isWhole && (
            <ShowBlockButton viewport={viewport} side={side} box={box} onShow={() => axis.show(span.first)} />
          )}
        </>
      ) : (
        canEdit && <NewGanttBlockPlaceholder row={row} hoveredDay={hoveredDay} axis={axis} side={side} />
      )}
    </div>
  )
}

interface ShowBlockButtonProps {
  viewport: RefObject<HTMLElement | null>
  side: number
  box: { left: number; width: number }
  onShow: () => void
}

/** Button at the edge of the timeline that scrolls to a block outside the visible range. */
function ShowBlockButton({ viewport, side, box, onShow }: ShowBlockButtonProps) {
  const { t } = useTranslation()
  const where = useOffscreenBlockSide(viewport, side, box)
  if (where === null) return null
  return (
    <IconButton
      size="sm"
      variant="line"
      label={t('workItems.gantt.showBlock')}
      icon={where === 'before' ? <ArrowLeft /> : <ArrowRight />}
      onClick={onShow}
      style={where === 'before' ? { left: side + 8 } : { right: 8 }}
      className={cx('sticky! z-1', where === 'after' && 'ml-auto')}
    />
  )
}

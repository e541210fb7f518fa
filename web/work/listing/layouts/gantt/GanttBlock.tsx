import { useAtomValue } from 'jotai'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { useCanRelateItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { Tooltip } from '../../../../platform/ui/Tooltip.tsx'
import { formatItemKey } from '../../../work-items/actions.ts'
import { selectRangeTo } from '../../selection/selected.ts'
import { ItemPresenceOutline } from '../ItemPresenceOutline.tsx'
import type { BeginBlockDrag } from './block-drag.ts'
import { createBlockKeyHandlers } from './block-key-handlers.ts'
import type { BlockPixelPosition, BlockSpan, DraggedBlockPart, ItemDates } from './geometry.ts'
import { type BeginRelationDrag, draggedRelationAtom } from './link-drag.ts'
import { hoveredGanttItemAtom } from './preview.ts'
import type { BlockEnd } from './relation-lines.ts'
import { useFormatDates } from './use-format-dates.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface BlockProps {
  row: WorkItemRow
  /** The dates of the item, or the dates that it would have after the drag. */
  dates: ItemDates
  span: BlockSpan
  box: BlockPixelPosition
  axis: TimeAxis
  side: number
  canEdit: boolean
  /** True if the item is selected or in the side panel. */
  marked: boolean
  isMoving: boolean
  /** True if handles are rendered. They are omitted while the user scrolls fast. */
  isWhole: boolean
  onOpen: (id: string) => void
  onGrip: BeginBlockDrag
  onLink: BeginRelationDrag
}

/** Minimum width in pixels for the title to be inside the block. Otherwise it is beside the block. */
const roomForTitle = 88
const roomForHandles = 16

/** The bar of an item in the timeline. Dragging the bar moves it, dragging an end changes one date. */
export function GanttBlock({
  row,
  dates,
  span,
  box,
  axis,
  side,
  canEdit,
  marked,
  isMoving,
  isWhole,
  onOpen,
  onGrip,
  onLink,
}: BlockProps) {
  const { t } = useTranslation()
  const { id } = row
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const isLinkTarget = useAtomValue(draggedRelationAtom)?.over?.id === id
  const button = useRef<HTMLButtonElement>(null)
  const canLink = useCanRelateItem(row)
  const wordsFor = useFormatDates()
  const words = wordsFor(dates)
  const onPress = ({ shiftKey }: MouseEvent) => (shiftKey ? selectRangeTo(id) : onOpen(id))
  useEffect(() => {
    // The block stays visible while the keyboard moves it.
    if (isMoving && document.activeElement === button.current && button.current?.matches(':focus-visible'))
      button.current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <div
      data-frame={id}
      data-item={id}
      style={{ left: box.left, width: box.width }}
      className="group/block absolute inset-y-1.75"
    >
      <Tooltip label={words} disabled={isMoving}>
        <button
          ref={button}
          type="button"
          data-block={id}
          aria-label={t('workItems.gantt.block', { key: formatItemKey(row), name: row.name, dates: words })}
          aria-describedby="gantt-keys"
          // When the block takes the focus, the browser scrolls it into view. The margins prevent the sticky
          // sidebar from covering it.
          style={{ scrollMarginLeft: side + 24, scrollMarginRight: 24 }}
          {...createBlockKeyHandlers({ row, zoom: axis.zoom, canEdit, wordsFor })}
          onFocus={() => store.set(hoveredGanttItemAtom, id)}
          onClick={onPress}
          onPointerDown={canEdit ? (event) => onGrip(event, id, 'whole') : undefined}
          className="relative flex size-full select-none items-center rounded-sm text-left text-sm font-medium text-text"
        >
          <span
            aria-hidden
            style={{
              backgroundColor: colorWithOpacity(state?.color, 20),
              borderColor: colorWithOpacity(state?.color, 55),
            }}
            className={cx(
              'absolute inset-0 rounded-sm border transition-[filter] group-hover/block:brightness-[0.97] dark:group-hover/block:brightness-110',
              span.open === 'end' && 'mask-[linear-gradient(to_right,black_30%,transparent)]',
              span.open === 'start' && 'mask-[linear-gradient(to_left,black_30%,transparent)]',
              isMoving && 'shadow-drag',
              (marked || isLinkTarget) && 'outline-2 outline-accent',
            )}
          />
          {box.width >= roomForTitle ? (
            <span className="absolute inset-0 flex items-center overflow-clip mask-[linear-gradient(to_left,transparent_4px,black_20px)]">
              {/* The sticky element has no width, so that the title stays at the left edge of the visible
                  part of the block. */}
              <span style={{ left: side + 10 }} className="sticky ml-2.5 w-0 whitespace-nowrap">
                {/* The title is isolated, because right-to-left text would otherwise extend to the left
                    of the block. */}
                <bdi>{row.name}</bdi>
              </span>
            </span>
          ) : (
            <span dir="auto" className="absolute left-full ml-4.5 max-w-60 truncate text-soft">
              {row.name}
            </span>
          )}
        </button>
      </Tooltip>
      {isWhole && <ItemPresenceOutline row={row} on="edge" className="rounded-sm" />}
      {canEdit &&
        isWhole &&
        (['start', 'end'] as const).map((end) => (
          <Handle
            isBare={box.width < roomForHandles}
            key={end}
            end={end}
            onGrip={(event) => onGrip(event, id, end)}
            onPress={onPress}
          />
        ))}
      {canLink &&
        isWhole &&
        (['start', 'end'] as const).map((end) => (
          <LinkDot key={end} end={end} onLink={(event) => onLink(event, id, end)} />
        ))}
      {isMoving && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-full left-1/2 z-drag mb-1 -translate-x-1/2 rounded-sm bg-text px-1.5 text-xs leading-5 font-medium whitespace-nowrap text-sheet tabular"
        >
          {words}
        </span>
      )}
    </div>
  )
}

interface HandleProps {
  end: Exclude<DraggedBlockPart, 'whole'>
  /** True if the block is too narrow for a visible handle. */
  isBare: boolean
  onGrip: (event: React.PointerEvent) => void
  onPress: (event: MouseEvent) => void
}

/**
 * Handle at an end of a block. On touch screens its touch area extends beyond the block, so that short blocks can still be moved as
 * a whole.
 */
function Handle({ end, isBare, onGrip, onPress }: HandleProps) {
  return (
    <>
      {!isBare && (
        <span
          aria-hidden
          className={cx(
            'pointer-events-none absolute inset-y-0 my-auto h-3.5 w-0.5 rounded-full bg-line-control opacity-0 group-hover/block:opacity-100 coarse:opacity-100',
            end === 'start' ? 'left-0.75' : 'right-0.75',
          )}
        />
      )}
      <span
        aria-hidden
        data-handle={end}
        onPointerDown={onGrip}
        onClick={onPress}
        className={cx(
          'absolute inset-y-0 w-2 cursor-ew-resize coarse:-inset-y-1.75 coarse:w-11',
          end === 'start'
            ? 'left-0 coarse:right-[calc(100%-min(1rem,30%))] coarse:left-auto'
            : 'right-0 coarse:right-auto coarse:left-[calc(100%-min(1rem,30%))]',
        )}
      />
    </>
  )
}

/** Dot beside an end of a block, from which a relation can be drawn. */
function LinkDot({ end, onLink }: { end: BlockEnd; onLink: (event: React.PointerEvent) => void }) {
  return (
    <span
      aria-hidden
      data-link={end}
      onPointerDown={onLink}
      className={cx(
        'absolute inset-y-0 flex w-4.5 cursor-crosshair items-center justify-center opacity-0 group-hover/block:opacity-100 coarse:hidden',
        end === 'start' ? 'right-full' : 'left-full',
      )}
    >
      <span className="size-2 rounded-full border-[1.5px] border-line-control bg-sheet" />
    </span>
  )
}

/** Mixes a state's color with the background, so that text on it stays readable. */
export function colorWithOpacity(color = 'var(--state-backlog)', percent: number): string {
  return `color-mix(in oklab, ${color} ${percent}%, var(--sheet))`
}

import { type PointerEvent, type RefObject, useCallback } from 'react'
import { tables } from '../../../../platform/app/sync.ts'
import { discardDatesPreview, previewDates, saveDatesPreview } from './change-dates.ts'
import { trackPointerDrag } from './follow-pointer.ts'
import { type DraggedBlockPart, shiftDates } from './geometry.ts'
import type { TimeAxis } from './use-time-axis.ts'

export type BeginBlockDrag = (event: PointerEvent, id: string, grip: DraggedBlockPart) => void

export interface BlockDragOptions {
  viewport: RefObject<HTMLElement | null>
  /** Width in pixels of the sidebar, which covers the left part of the viewport. */
  side: number
  axis: Pick<TimeAxis, 'zoom' | 'dayAt'>
  onDragging: (id: string | null) => void
}

/** Moves a block or one of its ends with the mouse, in steps of a day. Touch dragging is in `block-touch.ts`. */
export function useBlockDrag({
  viewport,
  side,
  axis: { zoom, dayAt },
  onDragging,
}: BlockDragOptions): BeginBlockDrag {
  return useCallback(
    (event, id, grip) => {
      const row = tables.work_items.get(id)
      const view = viewport.current
      if (row === undefined || view === null) return
      const from = dayAt(event.clientX)
      trackPointerDrag(
        event,
        { view, side },
        {
          onStart: () => onDragging(id),
          onMove: ({ x }) => previewDates(id, shiftDates(row, grip, Math.round(dayAt(x) - from), zoom)),
          onDrop: saveDatesPreview,
          onEnd: () => {
            discardDatesPreview()
            onDragging(null)
          },
        },
      )
    },
    [viewport, side, zoom, dayAt, onDragging],
  )
}

import { useEffect, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { readCanEditItem } from '../../../../platform/person/roles.ts'
import { dragByLongPress } from '../../drag/long-press.ts'
import type { BlockDragOptions } from './block-drag.ts'
import { discardDatesPreview, previewDates, saveDatesPreview } from './change-dates.ts'
import { scrollNearEdges } from './follow-pointer.ts'
import { type DraggedBlockPart, shiftDates } from './geometry.ts'

interface DraggedBlock {
  row: WorkItemRow
  grip: DraggedBlockPart
  /** The day at which the drag started. */
  from: number
}

/** Moves a block or one of its ends after a long press. */
export function useBlockTouch(drag: BlockDragOptions): void {
  // The settings are stored in a ref, because the axis can grow during the long press and a new effect would
  // cancel the press.
  const current = useRef(drag)
  current.current = drag
  const { viewport } = drag
  useEffect(() => {
    const view = viewport.current
    if (view === null) return
    return dragByLongPress<DraggedBlock>(view, {
      draggableAt: (target, { x }) => draggableAt(target, current.current.axis.dayAt(x)),
      onLift({ row }) {
        previewDates(row.id, row)
        current.current.onDragging(row.id)
      },
      onFollow({ row, grip, from }, finger, start) {
        const { side, axis } = current.current
        // If the finger has lifted a block near an edge of the timeline, the timeline scrolls only after the finger
        // has moved.
        if (finger.x !== start.x) scrollNearEdges({ view, side }, finger)
        previewDates(row.id, shiftDates(row, grip, Math.round(axis.dayAt(finger.x) - from), axis.zoom))
      },
      onEnd(_dragged, at) {
        if (at !== null) saveDatesPreview()
        discardDatesPreview()
        current.current.onDragging(null)
      },
    })
  }, [viewport])
}

function draggableAt(target: Element, from: number): DraggedBlock | null {
  const row = tables.work_items.get(target.closest<HTMLElement>('[data-frame]')?.dataset['frame'] ?? '')
  if (row === undefined || !readCanEditItem(row)) return null
  const end = target.closest<HTMLElement>('[data-handle]')?.dataset['handle']
  return { row, grip: end === 'start' || end === 'end' ? end : 'whole', from }
}

import { useEffect, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { canEditNow } from '../../../../platform/person/may.ts'
import { liftByFinger } from '../../drag/hold.ts'
import type { BlockDrag } from './block-drag.ts'
import { commitPreview, dropPreview, previewDates } from './change-dates.ts'
import { scrollAlong } from './follow-pointer.ts'
import { type Grip, shifted } from './geometry.ts'

interface Held {
  row: WorkItemRow
  grip: Grip
  /** The day that the finger lifted it at. */
  from: number
}

/** Moves a block, or one end of it, by a finger that has rested on it. */
export function useBlockTouch(drag: BlockDrag): void {
  // The axis may grow while a finger rests, which must not end the hold.
  const current = useRef(drag)
  current.current = drag
  const { viewport } = drag
  useEffect(() => {
    const view = viewport.current
    if (view === null) return
    return liftByFinger<Held>(view, {
      heldAt: (target, { x }) => heldAt(target, current.current.axis.dayAt(x)),
      onLift({ row }) {
        previewDates(row.id, row)
        current.current.onDragging(row.id)
      },
      onFollow({ row, grip, from }, finger, start) {
        const { side, axis } = current.current
        // A block that was lifted near a side stays in sight until the finger goes on.
        if (finger.x !== start.x) scrollAlong({ view, side }, finger)
        previewDates(row.id, shifted(row, grip, Math.round(axis.dayAt(finger.x) - from), axis.zoom))
      },
      onEnd(_held, at) {
        if (at !== null) commitPreview()
        dropPreview()
        current.current.onDragging(null)
      },
    })
  }, [viewport])
}

function heldAt(target: Element, from: number): Held | null {
  const row = tables.work_items.get(target.closest<HTMLElement>('[data-frame]')?.dataset['frame'] ?? '')
  if (row === undefined || !canEditNow(row)) return null
  const end = target.closest<HTMLElement>('[data-handle]')?.dataset['handle']
  return { row, grip: end === 'start' || end === 'end' ? end : 'whole', from }
}

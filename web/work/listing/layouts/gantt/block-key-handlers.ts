import type { KeyboardEvent } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { store } from '../../../../platform/app/sync.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import { pressedKey } from '../../../../platform/ui/pressed-key.ts'
import { selectRange } from '../../selection/selected.ts'
import { discardDatesPreview, previewDates, saveDatesPreview } from './change-dates.ts'
import { type DraggedBlockPart, type GanttZoom, type ItemDates, shiftDates } from './geometry.ts'
import { draggedDatesAtom } from './preview.ts'

interface BlockKeys {
  row: WorkItemRow
  zoom: GanttZoom
  canEdit: boolean
  /** Returns the dates as text for screen readers. */
  wordsFor: (dates: ItemDates) => string
}

/**
 * Returns the keyboard handlers of a block. The left and right arrow keys move the block. With Shift, they move the
 * end of the block; with Shift and Ctrl or ⌘, they move its start. The up and down arrow keys focus another block;
 * with Shift, they also select items. The change is saved when the key is released. Escape before the release cancels
 * the change.
 */
export function createBlockKeyHandlers({ row, zoom, canEdit, wordsFor }: BlockKeys) {
  const isPreviewed = () => store.get(draggedDatesAtom)?.id === row.id
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (event.altKey) return
      if (pressedKey(event) === 'Escape' && isPreviewed()) discardDatesPreview()
      else if (days !== undefined && canEdit) {
        const before = (isPreviewed() && store.get(draggedDatesAtom)) || row
        const after = shiftDates(before, gripOf(event), days, zoom)
        previewDates(row.id, after)
        announce(wordsFor(after))
      } else if (rows !== undefined) {
        const next = focusFrom(event.currentTarget, rows)
        if (next !== undefined && event.shiftKey) selectRange(row.id, next)
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyUp(event: KeyboardEvent): void {
      if (event.key.startsWith('Arrow') && isPreviewed()) saveDatesPreview()
    },
    onBlur(): void {
      if (isPreviewed()) saveDatesPreview()
    },
  }
}

function gripOf({ shiftKey, ctrlKey, metaKey }: KeyboardEvent): DraggedBlockPart {
  if (!shiftKey) return 'whole'
  return ctrlKey || metaKey ? 'start' : 'end'
}

/** Moves the focus to another block and returns the id of its item. */
function focusFrom(block: HTMLElement, by: number): string | undefined {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-block]')]
  const next = blocks[blocks.indexOf(block) + by]
  next?.focus()
  return next?.dataset['block']
}

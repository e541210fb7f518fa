import { store, tables } from '../../../../platform/app/sync.ts'
import { tryUpdateWorkItem } from '../../../work-items/actions.ts'
import type { ItemDates } from './geometry.ts'
import { draggedDatesAtom } from './preview.ts'

/** Shows the block of an item at other dates during a drag, without saving them. */
export function previewDates(id: string, { start_date, target_date }: ItemDates): void {
  store.set(draggedDatesAtom, { id, start_date, target_date })
}

/** Saves the previewed dates. The change is shown optimistically, so the block does not jump back. */
export function saveDatesPreview(): void {
  const preview = store.get(draggedDatesAtom)
  if (preview !== null) changeDates(preview.id, preview)
  discardDatesPreview()
}

export function discardDatesPreview(): void {
  store.set(draggedDatesAtom, null)
}

export function changeDates(id: string, { start_date, target_date }: ItemDates): void {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  const patch = {
    ...(start_date !== row.start_date && { start_date }),
    ...(target_date !== row.target_date && { target_date }),
  }
  if (Object.keys(patch).length > 0) void save(id, patch)
}

async function save(id: string, patch: Partial<ItemDates>): Promise<void> {
  const wasAccepted = await tryUpdateWorkItem(id, patch)
  // biome-ignore lint/suspicious/noConsole: the specification names this line of the browser's log
  if (!wasAccepted) console.error('error while updating Timeline dependencies')
}

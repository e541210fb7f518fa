import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyRows } from './sync.ts'

let reading = false

/** Keeps rows that were read. They are no news: whatever list they belong to has counted them. */
export function readRows(rows: readonly WorkItemRow[], version: number): void {
  reading = true
  applyRows('work_items', rows, version)
  reading = false
}

/** Whether the rows that are changing right now were only read. */
export function areRowsRead(): boolean {
  return reading
}

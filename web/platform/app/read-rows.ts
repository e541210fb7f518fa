import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyRows } from './sync.ts'

let reading = false

/** Applies rows that were read. Lists do not count them as new, because their counts already include them. */
export function readRows(rows: readonly WorkItemRow[], version: number): void {
  reading = true
  applyRows('work_items', rows, version)
  reading = false
}

/** True if the rows that change now come from a read. */
export function isApplyingReadRows(): boolean {
  return reading
}

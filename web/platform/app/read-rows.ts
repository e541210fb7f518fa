import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyRows } from './sync.ts'

let reading = false

/**
 * Applies rows that were loaded. Lists do not count these rows as new, because their counts already include
 * them.
 */
export function applyReadRows(rows: readonly WorkItemRow[], version: number): void {
  reading = true
  applyRows('work_items', rows, version)
  reading = false
}

/**
 * Returns true while `applyReadRows` runs. Listeners use it to distinguish loaded rows from rows that
 * somebody changed.
 */
export function isApplyingReadRows(): boolean {
  return reading
}

import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyRows } from './sync.ts'

let reading = false

/**
 * Applies rows that were loaded. Lists do not count these rows as new, because their counts already include
 * them.
 */
export function applyLoadedRows(rows: readonly WorkItemRow[], version: number): void {
  reading = true
  applyRows('work_items', rows, version)
  reading = false
}

/**
 * Returns true while `applyLoadedRows` runs. Listeners use it to distinguish loaded rows from rows that
 * somebody changed.
 */
export function isApplyingLoadedRows(): boolean {
  return reading
}

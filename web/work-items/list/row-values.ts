import type { DisplayPropertyName } from '#common/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'

export type ShownProperties = Record<DisplayPropertyName, boolean>

export interface RowValueProps {
  row: WorkItemRow
  canEdit: boolean
}

/** What is not set offers itself only to whoever is in the row. */
export const unsetClass =
  'text-icon-faint opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:opacity-100'

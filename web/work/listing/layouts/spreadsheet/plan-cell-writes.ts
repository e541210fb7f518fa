import { areDatesOutOfOrder } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { IndividualItemPatch } from '../../bulk/change-many.ts'
import type { ChoosableProjectValues, TextParsers } from '../../properties/text.ts'
import { type CellValue, type PasteProblem, patchForCell } from './cell-values.ts'
import type { SheetColumn } from './columns.ts'

/** A value to be written into a cell. */
export interface CellWrite {
  row: WorkItemRow
  column: SheetColumn
  value: CellValue
}

interface Rules {
  knownIn: (project_id: string) => ChoosableProjectValues
  canEdit: (row: WorkItemRow) => boolean
  reading: TextParsers
}

export interface CellWritePlan {
  /** Patches by item id. Only items that change are included. */
  patches: Map<string, IndividualItemPatch>
  problems: PasteProblem[]
}

/** Computes which items change when values are written into cells, and which values cannot be written. */
export function planCellWrites(
  writings: readonly CellWrite[],
  { knownIn, canEdit, reading }: Rules,
): CellWritePlan {
  const patches = new Map<string, IndividualItemPatch>()
  const rows = new Map<string, WorkItemRow>()
  const problems: PasteProblem[] = []
  for (const { row, column, value } of writings) {
    const { id, project_id } = row
    if (!canEdit(row)) {
      problems.push({ code: 'no_access', text: value.text, project_id })
      continue
    }
    const { patch, problem } = patchForCell(row, column, value, knownIn(project_id), reading)
    if (problem !== undefined) problems.push({ ...problem, project_id })
    if (Object.keys(patch).length === 0) continue
    rows.set(id, row)
    patches.set(id, { ...patches.get(id), ...patch })
  }
  for (const [id, patch] of patches) {
    const row = rows.get(id)
    if (row === undefined || !endsBeforeStart(row, patch)) continue
    const { start_date, target_date, ...rest } = patch
    problems.push({ code: 'dates_wrong', text: '', project_id: row.project_id })
    if (Object.keys(rest).length === 0) patches.delete(id)
    else patches.set(id, rest)
  }
  return { patches, problems }
}

function endsBeforeStart(row: WorkItemRow, patch: IndividualItemPatch): boolean {
  if (patch.start_date === undefined && patch.target_date === undefined) return false
  const after = { ...row, ...patch }
  return areDatesOutOfOrder(after.start_date, after.target_date)
}

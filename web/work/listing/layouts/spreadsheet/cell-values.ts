import type { ColumnName } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { IndividualItemPatch } from '../../bulk/change-many.ts'
import { getPropertyDetail } from '../../properties/details.tsx'
import type {
  CellProblemCode,
  CellText,
  ChoosableProjectValues,
  ParsedCellText,
  ReferenceNameGetters,
  TextParsers,
} from '../../properties/text.ts'
import { isColumnEditable, type SheetColumn } from './columns.ts'

/**
 * The copied content of a cell. `of` is the property of the cell, or null if the text was copied in another
 * program.
 */
export interface CellValue extends CellText {
  of: ColumnName | null
}

/** The reason why a cell was not changed, or not completely. */
export interface PasteProblem {
  code: CellProblemCode
  text: string
  project_id: string
}

export function getCellValue(
  row: WorkItemRow,
  { name }: SheetColumn,
  names: ReferenceNameGetters,
): CellValue {
  return { of: name, ...(getPropertyDetail(name).text?.(row, names) ?? { text: '', refs: [] }) }
}

/**
 * Returns the change that a value makes to a cell. Values that do not exist in the row's project are omitted and reported as a
 * problem.
 */
export function patchForCell(
  row: WorkItemRow,
  column: SheetColumn,
  value: CellValue,
  known: ChoosableProjectValues,
  reading: TextParsers,
): ParsedCellText {
  const text = value.text.replace(/\s+/g, ' ').trim()
  const { parse } = getPropertyDetail(column.name)
  if (!isColumnEditable(column) || parse === undefined)
    return { patch: {}, problem: { code: 'read_only', text } }
  const refs = value.of === column.name && value.refs.length > 0 ? value.refs : null
  const parsed = parse({ text, refs }, known, reading)
  return { ...parsed, patch: differing(row, parsed.patch) }
}

/** Returns the patch, or an empty patch if the row already has these values. */
function differing(row: WorkItemRow, patch: IndividualItemPatch): IndividualItemPatch {
  const names = Object.keys(patch) as (keyof IndividualItemPatch)[]
  return names.some((name) => JSON.stringify(row[name]) !== JSON.stringify(patch[name])) ? patch : {}
}

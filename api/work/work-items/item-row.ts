import type { Selectable } from 'kysely'
import type { workItemRow } from '#common/work/work-items/schema.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The columns of a work item that commands read and write. */
export type ItemRow = Pick<
  Selectable<Tables['work_items']>,
  keyof typeof workItemRow.shape | 'deleted_at' | 'deleted_by'
>

/** Compares two values of a column. */
export function isSameColumnValue(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, at) => value === b[at])
  }
  return a === b
}

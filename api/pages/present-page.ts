import { type PageAnswer, pageAnswer } from '#common/pages/schema.ts'
import { present } from '../db/present.ts'

export function presentPage(row: { workspace_id: string; label_ids: string[] }): PageAnswer {
  return present(pageAnswer, asAnswered(row))
}

/** The row with its ids under the other names too. */
export function asAnswered<Row extends { workspace_id: string; label_ids: string[] }>(row: Row) {
  return { ...row, workspace: row.workspace_id, labels: row.label_ids, is_favorite: false }
}

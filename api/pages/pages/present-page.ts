import { type PageResponse, pageResponse } from '#common/pages/pages/schema.ts'
import { presentRow } from '../../platform/db/present.ts'

interface Row {
  workspace_id: string
  project_ids: string[]
  label_ids: string[]
}

export function presentPage(row: Row): PageResponse {
  return presentRow(pageResponse, addPageAliasFields(row))
}

/** Adds the ids under the names that clients of the Plane API expect. */
export function addPageAliasFields<One extends Row>(row: One) {
  const { workspace_id: workspace, label_ids: labels, project_ids } = row
  return { ...row, workspace, labels, is_favorite: false, is_global: project_ids.length === 0 }
}

/** Adds fields under the names that clients of the Plane API expect. */
export function addProjectAliasFields<Row extends { workspace_id: string; cover_image_url: string | null }>(
  row: Row,
) {
  return { ...row, workspace: row.workspace_id, cover_image: row.cover_image_url, is_favorite: false }
}

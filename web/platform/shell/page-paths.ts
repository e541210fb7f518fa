/**
 * Returns the path of a page below the workspace. `projectId` is null for a page that belongs to no project.
 */
export function pagePathBelowWorkspace(projectId: string | null, id: string): string {
  return `${pageListPath(projectId)}/${id}`
}

/**
 * Returns the path of the page list of a project, or of the workspace. `projectId` is null for the workspace.
 */
export function pageListPath(projectId: string | null): string {
  return projectId === null ? '/pages' : `/projects/${projectId}/pages`
}

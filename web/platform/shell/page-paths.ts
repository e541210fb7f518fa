/** Returns the path of a page below the workspace. */
export function pathBelowWorkspace(projectId: string | null, id: string): string {
  return `${listPath(projectId)}/${id}`
}

/** Returns the path of the page list of a project, or of the workspace. */
export function listPath(projectId: string | null): string {
  return projectId === null ? '/pages' : `/projects/${projectId}/pages`
}

/** Where a page is, below the address of the workspace. */
export function pathBelowWorkspace(projectId: string | null, id: string): string {
  return `${listPath(projectId)}/${id}`
}

/** Where the pages of a project are, or those of the workspace itself, below the address of the workspace. */
export function listPath(projectId: string | null): string {
  return projectId === null ? '/pages' : `/projects/${projectId}/pages`
}

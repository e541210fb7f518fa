/** Returns the path of the overview of a project below the path of the workspace. */
export function projectOverviewPath(projectId: string): string {
  return `/projects/${projectId}/overview`
}

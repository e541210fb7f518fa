import { currentSlug } from '../../platform/shell/workspace.ts'

export function epicsPath(projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/epics`
}

/** Returns the URL of the list of all descendants of an epic in its project. */
export function epicItemsPath({ id, project_id }: { id: string; project_id: string }): string {
  const filters = encodeURIComponent(JSON.stringify({ epic_id: id }))
  return `/${currentSlug()}/projects/${project_id}/issues?filters=${filters}`
}

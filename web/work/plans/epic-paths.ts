import { currentSlug } from '../../platform/shell/workspace.ts'

export function epicsPath(projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/epics`
}

/** The items of its project that are below an epic, at whatever depth. */
export function itemsPath({ id, project_id }: { id: string; project_id: string }): string {
  const filters = encodeURIComponent(JSON.stringify({ epic_id: id }))
  return `/${currentSlug()}/projects/${project_id}/issues?filters=${filters}`
}

import { currentSlug } from '../../platform/shell/workspace.ts'

export function cyclesPath(projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/cycles`
}

export function cyclePath({ id, project_id }: { id: string; project_id: string }): string {
  return `${cyclesPath(project_id)}/${id}`
}

import { currentSlug } from '../../platform/shell/workspace.ts'

export function modulesPath(projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/modules`
}

export function modulePath({ id, project_id }: { id: string; project_id: string }): string {
  return `${modulesPath(project_id)}/${id}`
}

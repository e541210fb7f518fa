import { currentSlug } from '../shell/workspace.ts'

export function pagesPath(projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/pages`
}

export function pagePath(projectId: string, id: string): string {
  return `${pagesPath(projectId)}/${id}`
}

import type { ViewRow } from '#common/views/schema.ts'
import { currentSlug } from '../shell/workspace.ts'

export function viewPath({ id, project_id }: Pick<ViewRow, 'id' | 'project_id'>): string {
  return `${viewsPath(project_id)}/${id}`
}

/** Where the views of a project are, or those of the workspace. */
export function viewsPath(projectId: string | null): string {
  return `/${currentSlug()}/${projectId === null ? 'workspace-views' : `projects/${projectId}/views`}`
}

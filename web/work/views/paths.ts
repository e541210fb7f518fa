import type { ViewRow } from '#common/work/views/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

export function viewPath(view: Pick<ViewRow, 'id' | 'project_id'>): string {
  return `/${currentSlug()}${viewPathBelowWorkspace(view)}`
}

/** Returns the path of a view relative to the workspace. */
export function viewPathBelowWorkspace({ id, project_id }: Pick<ViewRow, 'id' | 'project_id'>): string {
  return `${listPath(project_id)}/${id}`
}

/** Returns the URL of the list of views. */
export function viewsPath(projectId: string | null): string {
  return `/${currentSlug()}${listPath(projectId)}`
}

function listPath(projectId: string | null): string {
  return projectId === null ? '/workspace-views' : `/projects/${projectId}/views`
}

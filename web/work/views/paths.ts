import type { ViewRow } from '#common/work/views/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

export function viewPath(view: Pick<ViewRow, 'id' | 'project_id'>): string {
  return `/${currentSlug()}${viewPathBelowWorkspace(view)}`
}

/** The same below the address of the workspace. */
export function viewPathBelowWorkspace({ id, project_id }: Pick<ViewRow, 'id' | 'project_id'>): string {
  return `${listPath(project_id)}/${id}`
}

/** Where the views of a project are, or those of the workspace. */
export function viewsPath(projectId: string | null): string {
  return `/${currentSlug()}${listPath(projectId)}`
}

function listPath(projectId: string | null): string {
  return projectId === null ? '/workspace-views' : `/projects/${projectId}/views`
}

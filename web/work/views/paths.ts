import type { ViewRow } from '#common/work/views/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

type Contained = Pick<ViewRow, 'project_id' | 'teamspace_id'>

export function viewPath(view: Contained & { id: string }): string {
  return `/${currentSlug()}${viewPathBelowWorkspace(view)}`
}

/** Returns the path of a view relative to the workspace. */
export function viewPathBelowWorkspace(view: Contained & { id: string }): string {
  return `${listPath(view)}/${view.id}`
}

/** Returns the URL of the list of views. */
export function viewsPath(projectId: string | null): string {
  return `/${currentSlug()}${listPath({ project_id: projectId, teamspace_id: null })}`
}

/** Returns the URL of the list that contains the view. */
export function viewListPath(view: Contained): string {
  return `/${currentSlug()}${listPath(view)}`
}

function listPath({ project_id, teamspace_id }: Contained): string {
  if (teamspace_id !== null) return `/teamspaces/${teamspace_id}/views`
  return project_id === null ? '/workspace-views' : `/projects/${project_id}/views`
}

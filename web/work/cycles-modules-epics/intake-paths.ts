import { currentSlug } from '../../platform/shell/workspace.ts'

export type IntakeTab = 'open' | 'closed'

/** Returns the path of the intake screen of a project, without the workspace slug. */
export function intakePathBelowWorkspace(projectId: string): string {
  return `/projects/${projectId}/intake`
}

/** Returns the path of the intake screen with an open form for a new request. */
export function newRequestPath(projectId: string): string {
  return `/${currentSlug()}${intakePathBelowWorkspace(projectId)}?new`
}

export function intakePath(
  projectId: string,
  tab: IntakeTab,
  id: string | null,
  slug = currentSlug(),
): string {
  const query = new URLSearchParams({ ...(tab === 'closed' && { tab }), ...(id !== null && { item: id }) })
  const text = query.toString()
  return `/${slug}${intakePathBelowWorkspace(projectId)}${text === '' ? '' : `?${text}`}`
}

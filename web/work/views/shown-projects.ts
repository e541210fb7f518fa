import type { ProjectRow } from '#common/organization/projects/schema.ts'
import { type Role, role } from '#common/platform/roles.ts'
import type { ViewRow } from '#common/work/views/schema.ts'

export interface ShownProjects {
  count: number
  /** The names of the secret ones among them. */
  secret: string[]
}

type Project = Pick<ProjectRow, 'id' | 'name' | 'archived_at' | 'network'>

const secretNetwork = 0

/**
 * The projects whose items strangers read when a view of the workspace is published: those that its owner is an admin of. Null when the filters of
 * the view name projects, when it belongs to one project, and for the views of others, whose roles nobody else knows.
 */
export function shownProjects(
  view: Pick<ViewRow, 'project_id' | 'owned_by' | 'filters' | 'rich_filters'>,
  me: string,
  projects: readonly Project[],
  roleIn: (projectId: string) => Role | null,
): ShownProjects | null {
  if (view.project_id !== null || view.owned_by !== me || namesProjects(view)) return null
  const shown = projects.filter(({ id, archived_at }) => archived_at === null && roleIn(id) === role.admin)
  const secret = shown.filter(({ network }) => network === secretNetwork).map(({ name }) => name)
  return { count: shown.length, secret: secret.sort((a, b) => a.localeCompare(b)) }
}

function namesProjects({ filters, rich_filters }: Pick<ViewRow, 'filters' | 'rich_filters'>): boolean {
  return (filters.project?.length ?? 0) > 0 || holdsKey(rich_filters)
}

/** Filters are a tree of conditions; that they exclude a project does not choose any. */
function holdsKey(tree: unknown): boolean {
  if (tree === null || typeof tree !== 'object') return false
  return Object.entries(tree).some(
    ([key, value]) => key !== 'not' && (key.startsWith('project_id__') || holdsKey(value)),
  )
}

import type { ProjectRow } from '#common/organization/projects/schema.ts'
import { type Role, role } from '#common/platform/roles.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { compareNames } from '../../locales/formats.ts'

export interface PublishedProjects {
  count: number
  /** The names of the secret projects among the shown projects. */
  secret: string[]
}

type Project = Pick<ProjectRow, 'id' | 'name' | 'archived_at' | 'network'>

const secretNetwork = 0

/**
 * Returns the number of projects whose items a published view would show, and the names of the secret projects among
 * them. A project counts if it is not archived, the owner of the view is its admin, and the filters can match its
 * items. Returns null for views of other users, because the roles of their owners are unknown.
 */
export function findPublishedProjects(
  view: Pick<ViewRow, 'project_id' | 'owned_by' | 'filters' | 'rich_filters'>,
  me: string,
  projects: readonly Project[],
  roleIn: (projectId: string) => Role | null,
): PublishedProjects | null {
  if (view.owned_by !== me) return null
  const { project_id, filters, rich_filters } = view
  const shown = projects.filter(
    ({ id, archived_at }) =>
      archived_at === null &&
      roleIn(id) === role.admin &&
      (project_id === null || project_id === id) &&
      (filters.project?.includes(id) ?? true) &&
      itemsPass(rich_filters, id) !== 'none',
  )
  const secret = shown.filter(({ network }) => network === secretNetwork).map(({ name }) => name)
  return { count: shown.length, secret: secret.sort(compareNames) }
}

type Passing = 'all' | 'some' | 'none'

/**
 * Returns whether all, some or none of the items of a project can match a filter tree. Evaluates only
 * conditions on the project. All other conditions count as `some`.
 */
function itemsPass(tree: unknown, id: string): Passing {
  if (tree === null || typeof tree !== 'object') return 'some'
  const each = Object.entries(tree).map(([key, value]) => entryPasses(key, value, id))
  return together(each, 'none', 'all')
}

function entryPasses(key: string, value: unknown, id: string): Passing {
  if (key === 'not') return opposite[itemsPass(value, id)]
  if (key === 'and' || key === 'or') {
    const each = Array.isArray(value) ? value.map((child) => itemsPass(child, id)) : []
    return key === 'and' ? together(each, 'none', 'all') : together(each, 'all', 'none')
  }
  if (!/^project_id(__in|__exact)?$/.test(key)) return 'some'
  return String(value).split(',').includes(id) ? 'all' : 'none'
}

/**
 * Combines the results of child conditions. If one child has the result `decides`, this is the combined
 * result. If all children have the result `other`, that is the combined result. Otherwise the combined result
 * is `some`.
 */
function together(each: readonly Passing[], decides: Passing, other: Passing): Passing {
  if (each.includes(decides)) return decides
  return each.every((one) => one === other) ? other : 'some'
}

const opposite: Record<Passing, Passing> = { all: 'none', some: 'some', none: 'all' }

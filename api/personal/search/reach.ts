import { type RawBuilder, sql } from 'kysely'
import type { FoundClass, FoundKind } from '#common/personal/search/kinds.ts'
import { atLeast, role } from '#common/platform/roles.ts'
import { findableProjects } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { SourceRow } from './sources.ts'

type Condition = RawBuilder<boolean>

/** What of the index a person may know of. Every search asks within it, so nothing is found and taken out afterwards. */
export interface Reach {
  workspace_id: string
  user_id: string
  isMember: boolean
  /** Projects that are not archived, in all of which they have a role. */
  projects: ReachedProject[]
  /** Ids of projects that they may join, and of those above. */
  findable: string[]
}

export interface ReachedProject {
  project_id: string
  identifier: string
  sees_all: boolean
  page_view: boolean
  issue_views_view: boolean
  cycle_view: boolean
  module_view: boolean
  inbox_view: boolean
  is_epic_enabled: boolean
}

export async function reachOf({ em, user, workspace }: WorkspaceContext): Promise<Reach> {
  const all = await findableProjects(em, user.id, workspace).where('archived_at', 'is', null).execute()
  return {
    workspace_id: workspace.id,
    user_id: user.id,
    isMember: atLeast(workspace.role, role.member),
    projects: all.filter((project) => project.role !== null),
    findable: all.map(({ project_id }) => project_id),
  }
}

/** The same, of some of the projects alone. */
export function within(reach: Reach, projectIds: readonly string[]): Reach {
  return {
    ...reach,
    projects: reach.projects.filter(({ project_id }) => projectIds.includes(project_id)),
    findable: reach.findable.filter((id) => projectIds.includes(id)),
  }
}

/** Of the columns of `search_entries`, as `e`. */
export function seen(reach: Reach, cls: FoundClass): Condition {
  if (cls === 'other') return any(others(reach))
  const items = theirs(reach, () => true)
  if (cls === 'comment') return items
  const epics = kind(
    'epic',
    placed(reach, ({ is_epic_enabled }) => is_epic_enabled),
  )
  const intake = kind(
    'intake',
    placed(reach, ({ inbox_view }) => inbox_view),
  )
  return sql<boolean>`(${items} and ${any([kind('issue', everything), epics, intake])})`
}

function others(reach: Reach): Condition[] {
  const { workspace_id, user_id, isMember, findable } = reach
  const ofWorkspace = isMember
    ? sql<boolean>`(not e.is_private or e.owner_id = ${user_id})`
    : sql<boolean>`e.owner_id = ${user_id}`
  return [
    kind(
      'page',
      theirs(reach, ({ page_view }) => page_view),
    ),
    kind(
      'cycle',
      placed(reach, ({ cycle_view }) => cycle_view),
    ),
    kind(
      'module',
      placed(reach, ({ module_view }) => module_view),
    ),
    kind(
      'view',
      theirs(reach, ({ issue_views_view }) => issue_views_view),
    ),
    kind('view', sql<boolean>`(e.place = ${workspace_id}::uuid and ${ofWorkspace})`),
    isMember ? kind('page', sql<boolean>`(e.place = ${workspace_id}::uuid and ${ofWorkspace})`) : nothing,
    kind('project', among(findable)),
    kind('person', sql<boolean>`e.place = ${workspace_id}::uuid`),
  ]
}

function kind(name: FoundKind, condition: Condition): Condition {
  return condition === nothing ? nothing : sql<boolean>`(e.kind = ${sql.lit(name)} and ${condition})`
}

type Has = (project: ReachedProject) => boolean

/** What is shared in projects of which the person sees all, and elsewhere what is theirs. */
function theirs({ projects, user_id }: Reach, has: Has): Condition {
  const ids = (seesAll: boolean) =>
    projects.filter((one) => has(one) && one.sees_all === seesAll).map(({ project_id }) => project_id)
  const [whole, own] = [among(ids(true)), among(ids(false))]
  return any([
    whole === nothing ? nothing : sql<boolean>`(${whole} and (not e.is_private or e.owner_id = ${user_id}))`,
    own === nothing ? nothing : sql<boolean>`(${own} and e.owner_id = ${user_id})`,
  ])
}

function placed({ projects }: Reach, has: Has): Condition {
  return among(projects.filter(has).map(({ project_id }) => project_id))
}

const everything = sql<boolean>`true`
const nothing = sql<boolean>`false`

function among(ids: string[]): Condition {
  if (ids.length === 0) return nothing
  // As a query of its own: PostgreSQL would weigh each of them against its statistics, in every one of these conditions.
  return sql<boolean>`e.place = any(array(select unnest(${ids}::uuid[])))`
}

function any(conditions: Condition[]): Condition {
  const possible = conditions.filter((one) => one !== nothing)
  return possible.length === 0 ? nothing : sql<boolean>`(${sql.join(possible, sql` or `)})`
}

/** The same of one row as it is now, which the index may not know yet. */
export function isSeen(reach: Reach, { id, kind, place, owner_id, is_private }: SourceRow): boolean {
  if (kind === 'person') return true
  if (kind === 'project') return reach.findable.includes(id)
  const isOwn = owner_id === reach.user_id
  if (place === reach.workspace_id) {
    // Of pages a guest sees none, of views their own.
    const mayOwn = kind === 'view' || reach.isMember
    return isOwn ? mayOwn : reach.isMember && !is_private
  }
  const project = reach.projects.find(({ project_id }) => project_id === place)
  const needed = switchOf[kind]
  if (project === undefined || (needed !== undefined && !project[needed])) return false
  if (kind === 'cycle' || kind === 'module') return true
  return isOwn || (project.sees_all && !is_private)
}

const switchOf: Partial<Record<FoundKind, keyof ReachedProject>> = {
  page: 'page_view',
  view: 'issue_views_view',
  cycle: 'cycle_view',
  module: 'module_view',
  intake: 'inbox_view',
  epic: 'is_epic_enabled',
}

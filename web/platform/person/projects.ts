import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { firstPosition } from '#common/platform/positions.ts'
import { role } from '#common/platform/roles.ts'
import { compareNames } from '../../locales/formats.ts'
import { tables } from '../app/sync.ts'
import type { Project } from '../sync/tables.ts'
import { projectRoleAtom, projectsForNewItemsAtom, workspaceRoleAtom } from './roles.ts'
import { meAtom } from './session.ts'

/**
 * The position of a project in the user's sidebar. It is stored either in the user's membership of the project or in
 * the user's preferences for the project.
 */
export type SidebarPosition =
  | { storedIn: 'membership'; id: string; sort_order: number }
  /**
   * Workspace admins also have access to projects that they have not joined. The position of such a project
   * is stored with the admin's preferences. `id` is null until it is stored.
   */
  | { storedIn: 'preferences'; id: string | null; sort_order: number }

/** The user's sidebar positions by project. */
export const sidebarPositionsAtom = atom((get) => {
  const me = get(meAtom)?.id
  const memberships = new Map(
    get(tables.project_members.allAtom)
      .filter((row) => row.member_id === me && row.is_active)
      .map((row) => [row.project_id, row]),
  )
  const preferences = new Map(
    get(tables.user_properties.allAtom)
      .filter((row) => row.context === 'project')
      .map((row) => [row.context_id, row]),
  )
  return (projectId: string): SidebarPosition => {
    const membership = memberships.get(projectId)
    if (membership) return { storedIn: 'membership', id: membership.id, sort_order: membership.sort_order }
    const row = preferences.get(projectId)
    return { storedIn: 'preferences', id: row?.id ?? null, sort_order: row?.sort_order ?? firstPosition }
  }
})

/**
 * The projects that the user has joined or has access to as a workspace admin, in sidebar order. Archived
 * projects are left out.
 */
export const joinedProjectsAtom = atom((get) => {
  const isAdmin = get(workspaceRoleAtom) === role.admin
  const placeOf = get(sidebarPositionsAtom)
  return get(tables.projects.allAtom)
    .filter((project) => project.archived_at === null && (isAdmin || (project.member_role ?? null) !== null))
    .map((project): [Project, number] => [project, placeOf(project.id).sort_order])
    .sort(([a, placeA], [b, placeB]) => placeA - placeB || compareNames(a.name, b.name))
    .map(([project]) => project)
})

/**
 * The projects in which the user can create work items, in sidebar order. Without such a project, no button, shortcut
 * or palette entry offers to create a work item.
 */
export const creatableProjectsAtom = atom((get) => {
  const allowed = new Set(get(projectsForNewItemsAtom).map(({ id }) => id))
  return get(joinedProjectsAtom).filter(({ id }) => allowed.has(id))
})

/** The projects of which the user is an admin, in sidebar order. The user may add people to these projects. */
export const administeredProjectsAtom = atom((get) =>
  get(joinedProjectsAtom).filter(({ id }) => get(projectRoleAtom(id)) === role.admin),
)

/** Projects that the user can see but has not joined, without archived ones. */
export const joinableProjectsAtom = atom((get) => {
  const joined = new Set(get(joinedProjectsAtom).map((project) => project.id))
  return get(tables.projects.allAtom)
    .filter((project) => project.archived_at === null && !joined.has(project.id))
    .sort((a, b) => compareNames(a.name, b.name))
})

/** A joinable project by its id. */
export const joinableProjectAtom = atomFamily((projectId: string) =>
  atom((get) => get(joinableProjectsAtom).find(({ id }) => id === projectId)),
)

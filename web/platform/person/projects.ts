import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { firstPosition } from '#common/platform/positions.ts'
import { role } from '#common/platform/roles.ts'
import { tables } from '../app/sync.ts'
import type { Project } from '../sync/tables.ts'
import { workspaceRoleAtom } from './roles.ts'
import { meAtom } from './session.ts'

/** Where a project stands in one's sidebar. */
export type SidebarPlace =
  | { kept: 'membership'; id: string; sort_order: number }
  /** An admin of the workspace works in projects without having joined them: their place is kept with the preferences. */
  | { kept: 'preferences'; id: string | null; sort_order: number }

/** One's own places, by project; live on all of one's screens. */
export const sidebarPlacesAtom = atom((get) => {
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
  return (projectId: string): SidebarPlace => {
    const membership = memberships.get(projectId)
    if (membership) return { kept: 'membership', id: membership.id, sort_order: membership.sort_order }
    const row = preferences.get(projectId)
    return { kept: 'preferences', id: row?.id ?? null, sort_order: row?.sort_order ?? firstPosition }
  }
})

/** Projects that the person works in, in the order of their sidebar; archived ones are left out. */
export const joinedProjectsAtom = atom((get) => {
  const isAdmin = get(workspaceRoleAtom) === role.admin
  const placeOf = get(sidebarPlacesAtom)
  return get(tables.projects.allAtom)
    .filter((project) => project.archived_at === null && (isAdmin || (project.member_role ?? null) !== null))
    .map((project): [Project, number] => [project, placeOf(project.id).sort_order])
    .sort(([a, placeA], [b, placeB]) => placeA - placeB || a.name.localeCompare(b.name))
    .map(([project]) => project)
})

/** Projects that the person sees and is not in. */
export const joinableProjectsAtom = atom((get) => {
  const joined = new Set(get(joinedProjectsAtom).map((project) => project.id))
  return get(tables.projects.allAtom)
    .filter((project) => project.archived_at === null && !joined.has(project.id))
    .sort((a, b) => a.name.localeCompare(b.name))
})

/** One of these, by its id. */
export const joinableProjectAtom = atomFamily((projectId: string) =>
  atom((get) => get(joinableProjectsAtom).find(({ id }) => id === projectId)),
)

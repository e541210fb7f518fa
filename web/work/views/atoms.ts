import { atom, type Getter, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canSeeWholeProject, role } from '#common/platform/roles.ts'
import {
  canCreateView,
  canDeleteView,
  canEditView,
  canManageView,
  canPublishView,
} from '#common/work/views/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { compareNames } from '../../locales/formats.ts'
import { teamspaceAtom, teamspaceRightsAtom } from '../../organization/teamspaces/atoms.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { findPublishedProjects } from './published-projects.ts'

/** The views of a project or of the workspace, by name. */
export const viewsAtom = atomFamily((projectId: string | null) =>
  atom((get) =>
    get(tables.views.allAtom)
      .filter((view) => view.project_id === projectId && view.teamspace_id === null)
      .sort(byName),
  ),
)

/** The views of a teamspace, by name. */
export const teamViewsAtom = atomFamily((teamspaceId: string) =>
  atom((get) =>
    get(tables.views.allAtom)
      .filter((view) => view.teamspace_id === teamspaceId)
      .sort(byName),
  ),
)

function byName(a: ViewRow, b: ViewRow): number {
  return compareNames(a.name, b.name)
}

/**
 * The user's id and role, for the permission rules of views in a project or in the workspace. The value is null if the
 * project is archived, or if views are switched off in the project.
 */
const actorAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const user_id = get(meAtom)?.id ?? ''
    if (projectId === null) {
      const ownRole = get(workspaceRoleAtom)
      return { user_id, role: ownRole, sees_all: ownRole !== null && ownRole > role.guest }
    }
    const project = get(tables.projects.rowAtom(projectId))
    if (project === undefined || project.archived_at !== null || !project.issue_views_view) return null
    const ownRole = get(projectRoleAtom(projectId))
    return { user_id, role: ownRole, sees_all: canSeeWholeProject(ownRole, project.guest_view_all_features) }
  }),
)

/**
 * The user's id and role, for the permission rules of views in a teamspace. The lead of the teamspace and workspace
 * admins have the role of an admin.
 */
const teamActorAtom = atomFamily((teamspaceId: string) =>
  atom((get) => {
    const { manage } = get(teamspaceRightsAtom(teamspaceId))
    const teamRole = get(teamspaceAtom(teamspaceId)) === undefined ? null : manage ? role.admin : role.member
    return { user_id: get(meAtom)?.id ?? '', role: teamRole, sees_all: true }
  }),
)

export const canCreateViewAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const actor = get(actorAtom(projectId))
    return actor !== null && canCreateView(actor)
  }),
)

/** Returns whether the user may save views in a project, in a teamspace or in the workspace. */
export function useCanCreateView(projectId: string | null, teamspaceId: string | null): boolean {
  const outsideTeam = useAtomValue(canCreateViewAtom(projectId))
  const inTeam = useAtomValue(teamspaceAtom(teamspaceId ?? '')) !== undefined
  return teamspaceId === null ? outsideTeam : inTeam
}

/** The projects whose items a published view shows, see `findPublishedProjects`. */
export const publishedProjectsAtom = atomFamily((id: string) =>
  atom((get) => {
    const view = get(tables.views.rowAtom(id))
    const roleIn = (projectId: string) => get(projectRoleAtom(projectId))
    return view === undefined
      ? null
      : findPublishedProjects(view, get(meAtom)?.id ?? '', projectsOfView(get, view), roleIn)
  }),
)

function projectsOfView(get: Getter, { teamspace_id }: ViewRow) {
  const all = get(tables.projects.allAtom)
  if (teamspace_id === null) return all
  const linked = get(teamspaceAtom(teamspace_id))?.project_ids ?? []
  return all.filter(({ id }) => linked.includes(id))
}

const none = { edit: false, hold: false, delete: false, publish: false }

/** The user's rights on a view, by the same rules as on the server. */
export const viewRightsAtom = atomFamily((id: string) =>
  atom((get) => {
    const view = get(tables.views.rowAtom(id))
    const actor = view === undefined ? null : get(actorOfView(view))
    if (view === undefined || actor === null) return none
    return {
      edit: canEditView(actor, view),
      hold: canManageView(actor, view),
      delete: canDeleteView(actor, view),
      publish: canPublishView(actor, view, get(administersTeamAtom(view.teamspace_id ?? ''))),
    }
  }),
)

/** True if the user is an admin of all projects of a teamspace. Archived projects do not count. */
const administersTeamAtom = atomFamily((teamspaceId: string) =>
  atom((get) => {
    const linked = get(teamspaceAtom(teamspaceId))?.project_ids ?? []
    return linked.every((id) => {
      const project = get(tables.projects.rowAtom(id))
      // All projects are loaded for workspace admins, so a missing project was deleted and does not count.
      if (project === undefined) return get(workspaceRoleAtom) === role.admin
      return project.archived_at !== null || get(projectRoleAtom(id)) === role.admin
    })
  }),
)

function actorOfView({ project_id, teamspace_id }: ViewRow) {
  return teamspace_id === null ? actorAtom(project_id) : teamActorAtom(teamspace_id)
}

export function isPrivateView(view: ViewRow): boolean {
  return view.access === 0
}

import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { role, seesWholeProject } from '#common/platform/roles.ts'
import {
  canCreateView,
  canDeleteView,
  canEditView,
  canManageView,
  canPublishView,
} from '#common/work/views/rules.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { shownProjects } from './shown-projects.ts'

/** The views of a project or of the workspace, by name. */
export const viewsAtom = atomFamily((projectId: string | null) =>
  atom((get) =>
    get(tables.views.allAtom)
      .filter((view) => view.project_id === projectId)
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })),
  ),
)

/** The user's role in a project or in the workspace. Null if views cannot be changed there. */
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
    return { user_id, role: ownRole, sees_all: seesWholeProject(ownRole, project.guest_view_all_features) }
  }),
)

export const canCreateViewAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const actor = get(actorAtom(projectId))
    return actor !== null && canCreateView(actor)
  }),
)

/** The projects whose items a published view shows, see `shownProjects`. */
export const shownProjectsAtom = atomFamily((id: string) =>
  atom((get) => {
    const view = get(tables.views.rowAtom(id))
    const roleIn = (projectId: string) => get(projectRoleAtom(projectId))
    return view === undefined
      ? null
      : shownProjects(view, get(meAtom)?.id ?? '', get(tables.projects.allAtom), roleIn)
  }),
)

const none = { edit: false, hold: false, delete: false, publish: false }

/** The user's rights on a view, by the same rules as on the server. */
export const viewRightsAtom = atomFamily((id: string) =>
  atom((get) => {
    const view = get(tables.views.rowAtom(id))
    const actor = view === undefined ? null : get(actorAtom(view.project_id))
    if (view === undefined || actor === null) return none
    return {
      edit: canEditView(actor, view),
      hold: canManageView(actor, view),
      delete: canDeleteView(actor, view),
      publish: canPublishView(actor, view),
    }
  }),
)

export function isPrivateView(view: ViewRow): boolean {
  return view.access === 0
}

import type { Getter } from 'jotai'
import { workspacePageActor } from '#common/pages/pages/rules.ts'
import { canSeeWholeProject } from '#common/platform/roles.ts'
import { tables } from '../app/sync.ts'
import { projectRoleAtom, workspaceRoleAtom } from './roles.ts'
import { meAtom } from './session.ts'

/**
 * Returns the current user with the permissions for pages of these projects. If `projectIds` is empty, returns
 * the permissions for pages of the workspace.
 */
export function readPageActor(get: Getter, projectIds: readonly string[]) {
  const user_id = get(meAtom)?.id ?? ''
  if (projectIds.length === 0) return workspacePageActor(user_id, get(workspaceRoleAtom))
  const roles = projectIds.map((id) => get(projectRoleAtom(id)))
  const role = roles.reduce((highest, each) => ((each ?? 0) > (highest ?? 0) ? each : highest), null)
  const opened = projectIds.some((id) => get(tables.projects.rowAtom(id))?.guest_view_all_features)
  return { user_id, role, sees_all: canSeeWholeProject(role, opened), has_only_shares: false }
}

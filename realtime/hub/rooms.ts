import { accessibleProjects, findWorkspace } from '#api/access/access.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { room } from '#common/platform/rooms.ts'

/** Returns the rooms of a user in a workspace, or null without an active membership. */
export async function findRoomsOfUser(
  orm: Orm,
  userId: string,
  workspaceId: string,
): Promise<Set<string> | null> {
  const em = orm.em.fork()
  const workspace = await findWorkspace(em, userId, { id: workspaceId })
  if (workspace === null) return null
  const projects = await accessibleProjects(em, userId, workspace).execute()
  const rooms = new Set([room.workspace(workspace.id), room.user(userId)])
  if (hasRoleAtLeast(workspace.role, role.member)) rooms.add(room.workspaceNonGuests(workspace.id))
  if (workspace.role === role.admin) rooms.add(room.workspaceAdmins(workspace.id))
  for (const { project_id, role: projectRole, sees_all } of projects) {
    rooms.add(room.projectMembers(project_id)).add(room.creator(project_id, userId))
    if (hasRoleAtLeast(projectRole, role.member)) rooms.add(room.projectNonGuests(project_id))
    if (sees_all) rooms.add(room.project(project_id))
  }
  return rooms
}

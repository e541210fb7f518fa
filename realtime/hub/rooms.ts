import { accessibleProjects, findWorkspace } from '#api/access/access.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { roomNames } from '#common/platform/rooms.ts'

/** Returns the rooms of a user in a workspace. Returns null if the user is not an active member. */
export async function findRoomsOfUser(
  orm: Orm,
  userId: string,
  workspaceId: string,
): Promise<Set<string> | null> {
  const em = orm.em.fork()
  const workspace = await findWorkspace(em, userId, { id: workspaceId })
  if (workspace === null) return null
  const projects = await accessibleProjects(em, userId, workspace).execute()
  const rooms = new Set([roomNames.workspace(workspace.id), roomNames.user(userId)])
  if (hasRoleAtLeast(workspace.role, role.member)) rooms.add(roomNames.workspaceNonGuests(workspace.id))
  if (workspace.role === role.admin) rooms.add(roomNames.workspaceAdmins(workspace.id))
  for (const { project_id, role: projectRole, sees_all } of projects) {
    rooms.add(roomNames.projectMembers(project_id)).add(roomNames.creator(project_id, userId))
    if (hasRoleAtLeast(projectRole, role.member)) rooms.add(roomNames.projectNonGuests(project_id))
    if (sees_all) rooms.add(roomNames.project(project_id))
  }
  return rooms
}

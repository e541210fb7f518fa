import type { Orm } from '#api/db/orm.ts'
import { query } from '#api/db/orm.ts'
import { projectRole, role, seesWholeProject } from '#common/roles.ts'
import { room } from '#common/rooms.ts'

export interface Reach {
  workspace_id: string
  rooms: Set<string>
}

/** The rooms of one person in one workspace, by the same rules as the API; null without an active membership. */
export async function lookUpReach(
  orm: Orm,
  userId: string,
  workspace: { slug: string } | { id: string },
): Promise<Reach | null> {
  const db = query(orm.em.fork())
  const membership = await db
    .selectFrom('workspaces as w')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select(['w.id', 'm.role'])
    .where('w.deleted_at', 'is', null)
    .where('m.member_id', '=', userId)
    .where('m.is_active', '=', true)
    .where('u.is_active', '=', true)
    .where('slug' in workspace ? 'w.slug' : 'w.id', '=', 'slug' in workspace ? workspace.slug : workspace.id)
    .executeTakeFirst()
  if (membership === undefined) return null
  const projects = await db
    .selectFrom('projects as p')
    .leftJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.member_id', '=', userId).on('m.is_active', '=', true),
    )
    .select(['p.id', 'p.guest_view_all_features', 'm.role as member_role'])
    .where('p.workspace_id', '=', membership.id)
    .where('p.deleted_at', 'is', null)
    .execute()
  const rooms = new Set([room.workspace(membership.id), room.user(userId)])
  if (membership.role > role.guest) rooms.add(room.workspaceMembers(membership.id))
  for (const project of projects) {
    const held = projectRole({ workspace_role: membership.role, member_role: project.member_role })
    if (held === null) continue
    rooms.add(room.projectMembers(project.id)).add(room.creator(project.id, userId))
    if (seesWholeProject(held, project.guest_view_all_features)) rooms.add(room.project(project.id))
  }
  return { workspace_id: membership.id, rooms }
}

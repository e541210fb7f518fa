import type { Condition } from '#common/listing/condition.ts'
import { all, any, everything, isIn } from '#common/listing/condition.ts'
import { projectRole, seesWholeProject } from '#common/roles.ts'
import type { ProjectContext, WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'

/** Where a listing looks: the projects that the caller reaches, and what of them the caller may see. */
export interface Scope {
  workspace_id: string
  project_ids: string[]
  reach: Condition
}

export function projectScope({ workspace, project, user }: ProjectContext): Scope {
  return {
    workspace_id: workspace.id,
    project_ids: [project.id],
    reach: project.sees_all ? everything : isIn('created_by', [user.id]),
  }
}

/** Every project of the workspace that the caller has a role in and that is not archived; of some only what they made. */
export async function workspaceScope({ em, workspace, user }: WorkspaceContext): Promise<Scope> {
  const projects = await query(em)
    .selectFrom('projects as p')
    .leftJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.member_id', '=', user.id).on('m.is_active', '=', true),
    )
    .select(['p.id', 'p.guest_view_all_features', 'm.role as member_role'])
    .where('p.workspace_id', '=', workspace.id)
    .where('p.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .orderBy('p.created_at')
    .execute()
  const whole: string[] = []
  const own: string[] = []
  for (const { id, guest_view_all_features, member_role } of projects) {
    const held = projectRole({ workspace_role: workspace.role, member_role })
    if (held !== null) (seesWholeProject(held, guest_view_all_features) ? whole : own).push(id)
  }
  return {
    workspace_id: workspace.id,
    project_ids: [...whole, ...own],
    reach:
      own.length === 0
        ? everything
        : any(isIn('project_id', whole), all(isIn('project_id', own), isIn('created_by', [user.id]))),
  }
}

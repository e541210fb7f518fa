import type { ListingCondition } from '#common/work/listing/condition.ts'
import {
  allConditions,
  anyCondition,
  matchAllCondition,
  oneOfValuesCondition,
} from '#common/work/listing/condition.ts'
import { accessibleProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'

/** The projects that the caller can access, and the items that the caller may see there. */
export interface ItemAccessScope {
  workspace_id: string
  project_ids: string[]
  access: ListingCondition
}

export function projectItemAccessScope({ workspace, project, user }: ProjectContext): ItemAccessScope {
  return {
    workspace_id: workspace.id,
    project_ids: [project.id],
    access: project.sees_all ? matchAllCondition : oneOfValuesCondition('created_by', [user.id]),
  }
}

/**
 * Returns the active projects of the workspace in which the caller has a role. In some of them, a guest may
 * see only the guest's own items.
 */
export async function workspaceItemAccessScope({
  em,
  workspace,
  user,
}: Pick<WorkspaceContext, 'em'> & {
  workspace: { id: string }
  user: { id: string }
}): Promise<ItemAccessScope> {
  const projects = await accessibleProjects(em, user.id, workspace)
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const whole: string[] = []
  const own: string[] = []
  for (const { project_id, sees_all } of projects) (sees_all ? whole : own).push(project_id)
  return {
    workspace_id: workspace.id,
    project_ids: [...whole, ...own],
    access:
      own.length === 0
        ? matchAllCondition
        : anyCondition(
            oneOfValuesCondition('project_id', whole),
            allConditions(
              oneOfValuesCondition('project_id', own),
              oneOfValuesCondition('created_by', [user.id]),
            ),
          ),
  }
}

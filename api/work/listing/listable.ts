import type { ListingCondition } from '#common/work/listing/condition.ts'
import {
  allConditions,
  anyCondition,
  hasOneOfValues,
  matchEverything,
} from '#common/work/listing/condition.ts'
import { accessibleProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'

/** The projects that the caller can access, and the items that the caller may see there. */
export interface AccessibleItems {
  workspace_id: string
  project_ids: string[]
  access: ListingCondition
}

export function accessibleItemsInProject({ workspace, project, user }: ProjectContext): AccessibleItems {
  return {
    workspace_id: workspace.id,
    project_ids: [project.id],
    access: project.sees_all ? matchEverything : hasOneOfValues('created_by', [user.id]),
  }
}

/**
 * Returns the active projects of the workspace in which the caller has a role. In some of them, a guest may
 * see only the guest's own items.
 */
export async function accessibleItemsInWorkspace({
  em,
  workspace,
  user,
}: Pick<WorkspaceContext, 'em'> & {
  workspace: { id: string }
  user: { id: string }
}): Promise<AccessibleItems> {
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
        ? matchEverything
        : anyCondition(
            hasOneOfValues('project_id', whole),
            allConditions(hasOneOfValues('project_id', own), hasOneOfValues('created_by', [user.id])),
          ),
  }
}

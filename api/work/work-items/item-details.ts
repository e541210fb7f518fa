import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Returns the details of item, project and workspace that clients of the Plane API expect in comments and
 * activities.
 */
export async function loadItemDetails(
  { em, project, workspace }: ProjectContext,
  { id, name, sequence_id }: { id: string; name: string; sequence_id: number },
) {
  const place = await query(em)
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['p.name as project_name', 'w.name as workspace_name'])
    .where('p.id', '=', project.id)
    .executeTakeFirstOrThrow()
  return {
    issue: id,
    project: project.id,
    workspace: workspace.id,
    issue_detail: { id, name, sequence_id },
    project_detail: { id: project.id, name: place.project_name, identifier: project.identifier },
    workspace_detail: { id: workspace.id, name: place.workspace_name, slug: workspace.slug },
  }
}

import { invalid } from '#common/platform/errors.ts'
import { findProject } from '../../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../../platform/context/context.ts'
import { existingReferencesIn, type ProjectReferences } from '../existing-references.ts'
import { visibleItems } from '../visible-items.ts'
import type { Draft } from './entity.ts'

type DraftReferences = ProjectReferences & Pick<Draft, 'parent_id' | 'sub_items'>

/** Removes values that do not exist in the project, like values that were deleted. */
export async function existingReferences(
  ctx: WorkspaceContext,
  projectId: string | null,
  { sub_items, parent_id, ...own }: DraftReferences,
): Promise<DraftReferences> {
  const where = { project_id: projectId, workspace_id: ctx.workspace.id }
  const keepExisting = await existingReferencesIn(ctx.em, where, [own, ...sub_items])
  const [parent] = projectId === null || parent_id === null ? [] : await visibleItems(ctx, [parent_id])
  return {
    ...keepExisting(own),
    sub_items: sub_items.map(keepExisting),
    parent_id: parent !== undefined && parent.project_id === projectId ? parent.id : null,
  }
}

/** Loads a project that the caller can access. */
export async function projectFor(ctx: WorkspaceContext, id: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('project_id', 'Project not found.')
  return { ...ctx, ...found }
}

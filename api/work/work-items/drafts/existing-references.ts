import { invalid } from '#common/platform/errors.ts'
import { findProject } from '../../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../../platform/context/context.ts'
import { fittingIn, type OfProject } from '../existing-references.ts'
import { visibleItems } from '../visible-items.ts'
import type { Draft } from './entity.ts'

type Fitting = OfProject & Pick<Draft, 'parent_id' | 'sub_items'>

/** What of these is there in a project; the rest is left out, as it is when somebody deletes it. */
export async function fitting(
  ctx: WorkspaceContext,
  projectId: string | null,
  { sub_items, parent_id, ...own }: Fitting,
): Promise<Fitting> {
  const where = { project_id: projectId, workspace_id: ctx.workspace.id }
  const leave = await fittingIn(ctx.em, where, [own, ...sub_items])
  const [parent] = projectId === null || parent_id === null ? [] : await visibleItems(ctx, [parent_id])
  return {
    ...leave(own),
    sub_items: sub_items.map(leave),
    parent_id: parent !== undefined && parent.project_id === projectId ? parent.id : null,
  }
}

/** A project that the caller is in. */
export async function projectFor(ctx: WorkspaceContext, id: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('project_id', 'There is no such project.')
  return { ...ctx, ...found }
}

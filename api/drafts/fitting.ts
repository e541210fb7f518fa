import { invalid } from '#common/errors.ts'
import { findProject } from '../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { visibleItems } from '../relations/visible-items.ts'
import { assignable, labelsOf } from '../work-items/links.ts'
import type { Draft } from './entity.ts'

type OfProject = Pick<Draft, 'state_id' | 'assignee_ids' | 'label_ids' | 'parent_id'>

/** What of these is there in a project; the rest is left out, as it is when somebody deletes it. */
export async function fitting(
  ctx: WorkspaceContext,
  projectId: string | null,
  wanted: OfProject,
): Promise<OfProject> {
  if (projectId === null) return { state_id: null, assignee_ids: [], label_ids: [], parent_id: null }
  const { em, workspace } = ctx
  const state =
    wanted.state_id === null
      ? undefined
      : await query(em)
          .selectFrom('states')
          .select('id')
          .where('id', '=', wanted.state_id)
          .where('project_id', '=', projectId)
          .where('deleted_at', 'is', null)
          .where('group', '<>', 'triage')
          .executeTakeFirst()
  const [parent] = wanted.parent_id === null ? [] : await visibleItems(ctx, [wanted.parent_id])
  return {
    state_id: state?.id ?? null,
    assignee_ids: await assignable(em, projectId, workspace.id, wanted.assignee_ids),
    label_ids: await labelsOf(em, projectId, wanted.label_ids),
    parent_id: parent?.project_id === projectId ? parent.id : null,
  }
}

/** A project that the caller is in. */
export async function projectFor(ctx: WorkspaceContext, id: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, id)
  if (found === null) throw invalid('project_id', 'There is no such project.')
  return { ...ctx, ...found }
}

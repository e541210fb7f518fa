import { type LabelRow, labelRow } from '#common/labels/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { reachableProjects } from '../projects/queries.ts'

export async function listWorkspaceLabels(ctx: WorkspaceContext): Promise<LabelRow[]> {
  const rows = await ordered(ctx).where('project_id', 'in', reachableProjects(ctx)).execute()
  return rows.map((row) => present(labelRow, row))
}

export async function listLabels(ctx: ProjectContext): Promise<LabelRow[]> {
  const rows = await ordered(ctx).where('project_id', '=', ctx.project.id).execute()
  return rows.map((row) => present(labelRow, row))
}

function ordered(ctx: WorkspaceContext) {
  return query(ctx.em)
    .selectFrom('labels')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
}

import { type LabelRow, labelRow } from '#common/work/labels/schema.ts'
import { idsOfProjects } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatement } from '../../platform/db/prepared-statements.ts'
import { present } from '../../platform/db/present.ts'

export async function listWorkspaceLabels(ctx: WorkspaceContext): Promise<LabelRow[]> {
  const rows = await ordered(ctx).where('project_id', 'in', idsOfProjects(ctx)).execute()
  return rows.map((row) => present(labelRow, row))
}

export async function listLabels(ctx: ProjectContext): Promise<LabelRow[]> {
  const rows = await ordered(ctx).where('project_id', '=', ctx.project.id).execute()
  return rows.map((row) => present(labelRow, row))
}

function ordered(ctx: WorkspaceContext) {
  return query(ctx.em)
    .selectFrom('labels')
    .modifyFront(preparedStatement)
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
}

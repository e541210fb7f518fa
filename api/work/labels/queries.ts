import { type LabelRow, labelRow } from '#common/work/labels/schema.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listWorkspaceLabels(ctx: WorkspaceContext): Promise<LabelRow[]> {
  const rows = await ordered(ctx).where('project_id', 'in', selectAccessibleProjectIds(ctx)).execute()
  return rows.map((row) => presentRow(labelRow, row))
}

export async function listLabels(ctx: ProjectContext): Promise<LabelRow[]> {
  const rows = await ordered(ctx).where('project_id', '=', ctx.project.id).execute()
  return rows.map((row) => presentRow(labelRow, row))
}

function ordered(ctx: WorkspaceContext) {
  return query(ctx.em)
    .selectFrom('labels')
    .modifyFront(preparedStatementMarker)
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
}

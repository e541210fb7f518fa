import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import {
  type EstimateResponse,
  estimatePointResponse,
  estimateResponse,
} from '#common/planning/estimates/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listWorkspaceEstimates(ctx: WorkspaceContext): Promise<EstimateResponse[]> {
  return withPoints(
    ctx.em,
    await estimates(ctx.em).where('project_id', 'in', selectAccessibleProjectIds(ctx)).execute(),
  )
}

export async function listEstimates({ em, project }: ProjectContext): Promise<EstimateResponse[]> {
  return withPoints(em, await estimates(em).where('project_id', '=', project.id).execute())
}

export async function listActivePoints(ctx: ProjectContext): Promise<EstimateResponse['points']> {
  const { estimate } = await query(ctx.em)
    .selectFrom('projects')
    .select('estimate')
    .where('id', '=', ctx.project.id)
    .executeTakeFirstOrThrow()
  return estimate === null ? [] : (await getEstimate(ctx, estimate)).points
}

export async function getEstimate({ em, project }: ProjectContext, id: string): Promise<EstimateResponse> {
  const rows = await estimates(em).where('project_id', '=', project.id).where('id', '=', id).execute()
  const [answer] = await withPoints(em, rows)
  if (answer === undefined) throw notFound('Estimate not found')
  return answer
}

/** Counts the items of each value. Archived items count, and items in the trash do not. */
export async function countEstimateItems(ctx: ProjectContext, id: string): Promise<Record<string, number>> {
  const { points } = await getEstimate(ctx, id)
  const rows = await query(ctx.em)
    .selectFrom('work_items')
    .select((of) => ['estimate_point', of.fn.countAll<string>().as('count')])
    .where(sql<boolean>`estimate_point = any(${points.map((point) => point.id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .groupBy('estimate_point')
    .execute()
  const known = new Map(rows.map((row) => [row.estimate_point, Number(row.count)]))
  return Object.fromEntries(points.map((point) => [point.id, known.get(point.id) ?? 0]))
}

type Row = Awaited<ReturnType<ReturnType<typeof estimates>['execute']>>[number]

async function withPoints(em: EntityManager, rows: Row[]): Promise<EstimateResponse[]> {
  if (rows.length === 0) return []
  const points = await query(em)
    .selectFrom('estimate_points')
    .modifyFront(preparedStatementMarker)
    .selectAll()
    .where(sql<boolean>`estimate_id = any(${rows.map((row) => row.id)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('key')
    .orderBy('id')
    .execute()
  const byEstimate = Map.groupBy(points, (point) => point.estimate_id)
  return rows.map((row) =>
    presentRow(estimateResponse, {
      ...row,
      ...containerIds(row),
      points: (byEstimate.get(row.id) ?? []).map((point) =>
        presentRow(estimatePointResponse, { ...point, ...containerIds(point), estimate: point.estimate_id }),
      ),
    }),
  )
}

function containerIds({ workspace_id, project_id }: { workspace_id: string; project_id: string }) {
  return { workspace: workspace_id, project: project_id }
}

function estimates(em: EntityManager) {
  return query(em)
    .selectFrom('estimates')
    .modifyFront(preparedStatementMarker)
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

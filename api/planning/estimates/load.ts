import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canEditEstimates } from '#common/planning/estimates/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { lockItemsWhere } from '../../work/work-items/lock-items.ts'
import { type Estimate, EstimateEntity, type EstimatePoint, EstimatePointEntity } from './entity.ts'

/**
 * Loads and locks the estimate and its project for a change. Because of the locks, the values of the estimate
 * cannot change between a check and the commit.
 */
export async function loadEstimate(ctx: ProjectContext, id: string): Promise<Estimate> {
  requirePermission(canEditEstimates(projectActor(ctx)))
  await lockProjectForEstimates(ctx)
  const estimate = await ctx.em.findOne(
    EstimateEntity,
    { id, project_id: ctx.project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (estimate === null) throw notFound('Estimate not found')
  return estimate
}

/** Locks the project, so that changes to the project's estimates run one after the other. */
export async function lockProjectForEstimates({ em, project }: ProjectContext): Promise<void> {
  await query(em)
    .selectFrom('projects')
    .select('id')
    .where('id', '=', project.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks the items that have a value of the estimate. Items are locked before values, as in writes that set an
 * estimate on an item.
 */
export async function lockItemsWithEstimate({ em }: ProjectContext, estimateId: string): Promise<void> {
  await lockItemsWhere(
    em,
    sql`estimate_point in (select id from estimate_points where estimate_id = ${estimateId})`,
  )
}

/**
 * Returns the values in their order and locks them, so that no item can receive one of the values at the same
 * time.
 */
export async function lockEstimateValues(
  { em }: ProjectContext,
  estimateId: string,
): Promise<EstimatePoint[]> {
  const points = await em.find(
    EstimatePointEntity,
    { estimate_id: estimateId, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  )
  return points.toSorted((a, b) => a.key - b.key)
}

import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canKeepEstimates } from '#common/planning/estimates/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { actorOf, allow } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { lockWhere } from '../../work/work-items/lock-items.ts'
import { type Estimate, EstimateEntity, type EstimatePoint, EstimatePointEntity } from './entity.ts'

/** Locked, with its project, to be changed: what is asked of its values holds until the commit. */
export async function loadEstimate(ctx: ProjectContext, id: string): Promise<Estimate> {
  allow(canKeepEstimates(actorOf(ctx)))
  await holdProject(ctx)
  const estimate = await ctx.em.findOne(
    EstimateEntity,
    { id, project_id: ctx.project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (estimate === null) throw notFound('Estimate not found')
  return estimate
}

/** Estimates of a project are changed one after the other. */
export async function holdProject({ em, project }: ProjectContext): Promise<void> {
  await query(em)
    .selectFrom('projects')
    .select('id')
    .where('id', '=', project.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Items that have one of its values are locked before the values, as by who gives them one. */
export async function holdItemsOf({ em }: ProjectContext, estimateId: string): Promise<void> {
  await lockWhere(
    em,
    sql`estimate_point in (select id from estimate_points where estimate_id = ${estimateId})`,
  )
}

/** In their order, and locked: who gives one to an item comes before or after. */
export async function pointsOf({ em }: ProjectContext, estimateId: string): Promise<EstimatePoint[]> {
  const points = await em.find(
    EstimatePointEntity,
    { estimate_id: estimateId, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  )
  return points.toSorted((a, b) => a.key - b.key)
}

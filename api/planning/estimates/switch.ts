import { sql } from 'kysely'
import type { estimateCalls } from '#common/planning/estimates/calls.ts'
import {
  canSetProjectEstimate,
  isSameEstimateValue,
  isSummableEstimate,
} from '#common/planning/estimates/rules.ts'
import type { EstimateResponse } from '#common/planning/estimates/schema.ts'
import type { SummableEstimateType } from '#common/planning/figures/summable-estimate-types.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { ProjectEntity } from '../../organization/projects/entity.ts'
import { projectChanging } from '../../organization/projects/events.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { lockItemsWhere } from '../../work/work-items/lock-items.ts'
import { freezeEndedCyclesOfProject } from '../cycles/freeze.ts'
import { type Estimate, EstimateEntity } from './entity.ts'
import {
  replacedEstimateValuesSql,
  replaceEstimatesOnSwitch,
  restoreEstimatesBeforeSwitch,
  wereItemsEstimatedAfterSwitch,
} from './items.ts'
import { loadEstimate, lockEstimateValues, lockItemsWithEstimate } from './load.ts'
import { getEstimate } from './queries.ts'

type ValueMapping = BodyOf<(typeof estimateCalls)['switchEstimate']>['values']

export async function switchEstimate(
  ctx: ProjectContext,
  id: string,
  { values, back }: BodyOf<(typeof estimateCalls)['switchEstimate']>,
): Promise<EstimateResponse> {
  requirePermission(canSetProjectEstimate(projectActor(ctx)))
  await (back ? undoSwitch(ctx, id) : replaceProjectEstimate(ctx, id, values))
  return getEstimate(ctx, id)
}

/**
 * Makes this estimate the estimate of the project. The caller maps each old value to a new value; an old
 * value without a mapping is removed from its items.
 */
export async function replaceProjectEstimate(
  ctx: ProjectContext,
  id: string,
  values: ValueMapping,
): Promise<void> {
  const estimate = await loadEstimate(ctx, id)
  const before = await lastUsed(ctx)
  if (before !== null) await lockItemsWithEstimate(ctx, before.id)
  const [oldPoints, newPoints] = [
    before === null ? [] : await lockEstimateValues(ctx, before.id),
    await lockEstimateValues(ctx, id),
  ]
  const mapping = new Map(values.map((one) => [one.estimate_point_id, one.new_estimate_point_id] as const))
  for (const [from, to] of mapping) {
    const isKnown =
      oldPoints.some((one) => one.id === from) && (to === null || newPoints.some((one) => one.id === to))
    if (!isKnown) throw invalid('values', 'Map each value to a value of the new estimate, or to none.')
  }
  if (before?.id !== id)
    await replaceEstimatesOnSwitch(
      ctx,
      new Map(oldPoints.map((point) => [point.id, mapping.get(point.id) ?? null])),
    )
  await activate(ctx, estimate, before)
}

/**
 * Undoes the switch from this estimate to another one. Items that still have the new value from the switch
 * get their old value back.
 */
async function undoSwitch(ctx: ProjectContext, id: string): Promise<void> {
  const estimate = await loadEstimate(ctx, id)
  const before = await lastUsed(ctx)
  if (before !== null && before.id !== id) {
    await lockItemsWhere(ctx.em, sql`id in (select item_id from ${replacedEstimateValuesSql(id)})`)
    await lockEstimateValues(ctx, id)
    const values = (await lockEstimateValues(ctx, before.id)).map((point) => point.id)
    if (await wereItemsEstimatedAfterSwitch(ctx, id, values))
      throw new AppError(
        'invalid',
        'Work items were estimated in the meantime. Switch the estimate and map their values.',
      )
    await restoreEstimatesBeforeSwitch(ctx, id)
  }
  await activate(ctx, estimate, before)
}

/**
 * Switches to this estimate without a mapping. Items keep their value if the new estimate contains an equal
 * value. Throws `invalid` if an item would lose its value.
 */
export async function switchEstimateWithoutMapping(ctx: ProjectContext, id: string): Promise<void> {
  const estimate = await loadEstimate(ctx, id)
  const before = await lastUsed(ctx)
  if (before !== null && before.id !== id) {
    await lockItemsWithEstimate(ctx, before.id)
    const [oldPoints, newPoints] = [
      await lockEstimateValues(ctx, before.id),
      await lockEstimateValues(ctx, id),
    ]
    const isSameType = before.type === estimate.type
    const equalValue = (value: string) =>
      newPoints.find((one) => isSameType && isSameEstimateValue(one.value, value))?.id ?? null
    const replacements = new Map(oldPoints.map((point) => [point.id, equalValue(point.value)]))
    const lost = [...replacements].flatMap(([from, to]) => (to === null ? from : []))
    if (await anyItemHas(ctx, lost))
      throw invalid('estimate', 'Work items have values that this estimate does not have. Map these values.')
    await replaceEstimatesOnSwitch(ctx, replacements)
  }
  await activate(ctx, estimate, before)
}

export const switchEstimateOnProjectChange = listenTo(
  projectChanging,
  async (_, { ctx, change: { estimate } }) => {
    if (estimate) await switchEstimateWithoutMapping(ctx, estimate)
  },
)

/**
 * Makes `estimate` the active estimate, which the items of the project use. A project has at most one active
 * estimate.
 */
async function activate(ctx: ProjectContext, estimate: Estimate, before: Estimate | null): Promise<void> {
  const { em, user, project } = ctx
  await freezeEndedCyclesOfProject(em, project.id)
  if (isSummableEstimate(estimate.type)) await setPointsType(ctx, estimate.type)
  if (before !== null && before !== estimate) {
    em.assign(before, { last_used: false, updated_by: user.id })
    await em.flush()
  }
  em.assign(estimate, { last_used: true, updated_by: user.id })
  em.assign(await em.findOneOrFail(ProjectEntity, { id: project.id }), {
    estimate: estimate.id,
    updated_by: user.id,
  })
  await em.flush()
}

/**
 * Stores the unit of the estimate. Charts start at the day of the change, because points and minutes cannot
 * be added. If the unit is changed back on the same day, the charts keep their previous start.
 */
async function setPointsType({ em, project }: ProjectContext, type: SummableEstimateType): Promise<void> {
  const isTakenBack = sql<boolean>`points_before_type = ${type}
    and day_in(points_since, timezone) = day_in(now(), timezone)`
  await query(em)
    .updateTable('projects')
    .set({
      points_type: type,
      points_since: sql`case when points_type is null then null when ${isTakenBack} then points_before_since else now() end`,
      points_before_type: sql`case when ${isTakenBack} then null else points_type end`,
      points_before_since: sql`case when ${isTakenBack} then null else points_since end`,
    })
    .where('id', '=', project.id)
    .where('points_type', 'is distinct from', type)
    .execute()
}

function lastUsed({ em, project }: ProjectContext): Promise<Estimate | null> {
  return em.findOne(EstimateEntity, { project_id: project.id, last_used: true, deleted_at: null })
}

async function anyItemHas({ em }: ProjectContext, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const row = await query(em)
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`estimate_point = any(${ids}::uuid[])`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

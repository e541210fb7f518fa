import { sql } from 'kysely'
import type { estimateCalls } from '#common/planning/estimates/calls.ts'
import { estimateValuesLimit } from '#common/planning/estimates/rules.ts'
import type { EstimatePointResponse } from '#common/planning/estimates/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { lockItemsWhere } from '../../work/work-items/lock-items.ts'
import { freezeEndedCyclesOfItems } from '../cycles/freeze.ts'
import { type Estimate, type EstimatePoint, EstimatePointEntity } from './entity.ts'
import { changeEstimatesOfItems, restoreEstimateOfItems } from './items.ts'
import { loadEstimate, lockEstimateValues } from './load.ts'
import { getEstimate } from './queries.ts'
import {
  buildEstimatePoint,
  type ParsedEstimateValue,
  parseNewEstimateValue,
  toStoredEstimateValue,
} from './values.ts'

type Calls = typeof estimateCalls

export async function createEstimatePoint(
  ctx: ProjectContext,
  estimateId: string,
  { id = newId(), key, value: typed, description }: BodyOf<Calls['createEstimatePoint']>,
): Promise<EstimatePointResponse> {
  const estimate = await loadEstimate(ctx, estimateId)
  const points = await lockEstimateValues(ctx, estimateId)
  assertBelowValuesLimit(points)
  const value = parseNewEstimateValue('value', estimate.type, typed, valuesOf(points))
  const point = buildEstimatePoint(ctx, { ...value, id, key, description, estimate_id: estimateId })
  insertAt(ctx, points, point, key)
  await ctx.em.flush()
  return answerOf(ctx, estimateId, id)
}

export async function updateEstimatePoint(
  ctx: ProjectContext,
  estimateId: string,
  id: string,
  { description, ...sent }: BodyOf<Calls['updateEstimatePoint']>,
): Promise<EstimatePointResponse> {
  const estimate = await loadEstimate(ctx, estimateId)
  const point = (await lockEstimateValues(ctx, estimateId)).find((one) => one.id === id)
  if (point === undefined) throw notFound('Estimate point not found')
  await arrangeEstimateValues(ctx, estimate, [{ id, ...sent }])
  // Assign the description after `arrangeEstimateValues`, because that function reloads the values.
  if (description !== undefined) ctx.em.assign(point, { description, updated_by: ctx.user.id })
  await ctx.em.flush()
  return answerOf(ctx, estimateId, id)
}

/** Deletes a value and returns the remaining values. */
export async function deleteEstimatePoint(
  ctx: ProjectContext,
  estimateId: string,
  id: string,
  { new_estimate_id = null }: BodyOf<Calls['deleteEstimatePoint']>,
): Promise<EstimatePointResponse[]> {
  await loadEstimate(ctx, estimateId)
  await lockItemsWhere(ctx.em, sql`estimate_point = ${id}`)
  const points = await lockEstimateValues(ctx, estimateId)
  const point = points.find((one) => one.id === id)
  if (point === undefined) throw notFound('Estimate point not found')
  const left = points.filter((one) => one.id !== id)
  if (new_estimate_id !== null && !left.some((one) => one.id === new_estimate_id))
    throw invalid('new_estimate_id', 'The new value must be another value of the estimate.')
  if (left.length === 0) throw new AppError('invalid', 'The last value of an estimate can’t be deleted.')
  const changed = await changeEstimatesOfItems(ctx, new Map([[id, new_estimate_id]]))
  ctx.em.assign(point, {
    deleted_at: new Date(),
    left_item_ids: changed.map((item) => item.id),
    became_id: new_estimate_id,
    updated_by: ctx.user.id,
  })
  renumber(ctx, left)
  await ctx.em.flush()
  return (await getEstimate(ctx, estimateId)).points
}

/** Restores a deleted value. A value that is not deleted does not change. */
export async function restoreEstimatePoint(
  ctx: ProjectContext,
  estimateId: string,
  id: string,
): Promise<EstimatePointResponse> {
  const estimate = await loadEstimate(ctx, estimateId)
  const { em } = ctx
  await lockItemsWhere(em, sql`id in (select unnest(left_item_ids) from estimate_points where id = ${id})`)
  const points = await lockEstimateValues(ctx, estimateId)
  if (points.some((one) => one.id === id)) return answerOf(ctx, estimateId, id)
  const point = await em.findOne(
    EstimatePointEntity,
    { id, estimate_id: estimateId },
    { populate: ['left_item_ids', 'became_id'], refresh: true },
  )
  if (point?.deleted_at == null || point.deleted_at.getTime() < oldestRestorableDeletion(Date.now()))
    throw notFound('Estimate point not found')
  assertBelowValuesLimit(points)
  parseNewEstimateValue('value', estimate.type, point.value, valuesOf(points))
  const { left_item_ids, became_id = null } = point
  em.assign(point, { deleted_at: null, left_item_ids: [], became_id: null, updated_by: ctx.user.id })
  insertAt(ctx, points, point, point.key)
  await em.flush()
  if (estimate.last_used) await restoreEstimateOfItems(ctx, { id, left_item_ids, became_id })
  return answerOf(ctx, estimateId, id)
}

/**
 * Renames and reorders the values of an estimate. The order of values that the request does not list does not
 * change.
 */
export async function arrangeEstimateValues(
  ctx: ProjectContext,
  estimate: Estimate,
  wanted: readonly { id: string; key?: number | undefined; value?: string | undefined }[],
): Promise<void> {
  const points = await lockEstimateValues(ctx, estimate.id)
  for (const { id, key, value: typed } of wanted) {
    const point = points.find((one) => one.id === id)
    if (point === undefined) throw notFound('Estimate point not found')
    if (typed !== undefined) await rename(ctx, point, toStoredEstimateValue(estimate.type, typed))
    if (key !== undefined && wanted.length === 1) insertAt(ctx, without(points, point), point, key)
  }
  if (wanted.length > 1) {
    const keys = new Map(wanted.map(({ id, key }) => [id, key]))
    const newKey = (point: EstimatePoint) => keys.get(point.id) ?? point.key
    renumber(
      ctx,
      points.toSorted((a, b) => newKey(a) - newKey(b) || a.key - b.key),
    )
  }
  for (const point of points)
    parseNewEstimateValue('value', estimate.type, point.value, valuesOf(without(points, point)))
  await ctx.em.flush()
}

/**
 * Renames a value. The new number changes all sums from now on, so the final statistics of ended cycles are stored
 * first.
 */
async function rename(ctx: ProjectContext, point: EstimatePoint, value: ParsedEstimateValue): Promise<void> {
  if (point.value === value.value) return
  await freezeEndedCyclesOfItems(ctx.em, { where: sql`work_items.estimate_point = ${point.id}` })
  ctx.em.assign(point, { ...value, updated_by: ctx.user.id })
}

/** Inserts the value at the position `key`, which counts from 1. */
function insertAt(
  ctx: ProjectContext,
  others: readonly EstimatePoint[],
  point: EstimatePoint,
  key: number,
): void {
  const at = Math.max(0, key - 1)
  renumber(ctx, [...others.slice(0, at), point, ...others.slice(at)])
}

function renumber({ em, user }: ProjectContext, points: readonly EstimatePoint[]): void {
  for (const [at, point] of points.entries())
    if (point.key !== at + 1) em.assign(point, { key: at + 1, updated_by: user.id })
}

function without(points: readonly EstimatePoint[], point: EstimatePoint): EstimatePoint[] {
  return points.filter((one) => one !== point)
}

function valuesOf(points: readonly EstimatePoint[]): string[] {
  return points.map((point) => point.value)
}

function assertBelowValuesLimit(points: readonly EstimatePoint[]): void {
  if (points.length >= estimateValuesLimit)
    throw new AppError('invalid', `An estimate can have at most ${estimateValuesLimit} values.`)
}

async function answerOf(ctx: ProjectContext, estimateId: string, id: string): Promise<EstimatePointResponse> {
  const point = (await getEstimate(ctx, estimateId)).points.find((one) => one.id === id)
  if (point === undefined) throw notFound('Estimate point not found')
  return point
}

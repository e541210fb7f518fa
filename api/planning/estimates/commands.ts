import { type estimateCalls, pointsRequired } from '#common/planning/estimates/calls.ts'
import { canEditEstimates, canSetProjectEstimate, estimatesLimit } from '#common/planning/estimates/rules.ts'
import type { EstimateResponse } from '#common/planning/estimates/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { ProjectEntity } from '../../organization/projects/entity.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { freezeEndedCyclesOfProject } from '../cycles/freeze.ts'
import { type Estimate, EstimateEntity } from './entity.ts'
import { changeEstimatesOfItems } from './items.ts'
import { loadEstimate, lockEstimateValues, lockItemsWithEstimate, lockProjectForEstimates } from './load.ts'
import { arrangeEstimateValues, createEstimatePoint } from './points.ts'
import { getEstimate } from './queries.ts'
import { replaceProjectEstimate, switchEstimateWithoutMapping } from './switch.ts'
import { buildEstimatePoint, parseNewEstimateValue } from './values.ts'

type Calls = typeof estimateCalls

export async function createEstimate(
  ctx: ProjectContext,
  {
    id = newId(),
    estimate: sent,
    estimate_points,
    without_points,
    values: mapping,
  }: BodyOf<Calls['createEstimate']>,
): Promise<EstimateResponse> {
  if (estimate_points.length === 0 && without_points !== true)
    throw invalid('estimate_points', pointsRequired)
  requirePermission(canEditEstimates(projectActor(ctx)))
  if (sent.last_used) requirePermission(canSetProjectEstimate(projectActor(ctx)))
  const { em, user, workspace, project } = ctx
  await lockProjectForEstimates(ctx)
  const others = await em.find(EstimateEntity, { project_id: project.id, deleted_at: null })
  if (others.length >= estimatesLimit)
    throw new AppError('invalid', `A project can have at most ${estimatesLimit} estimates.`)
  const name = sent.name ?? freeName(others)
  assertEstimateNameAvailable(others, name)
  const columns = {
    workspace_id: workspace.id,
    project_id: project.id,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  }
  em.create(EstimateEntity, {
    ...columns,
    id,
    name,
    description: sent.description ?? '',
    type: sent.type,
    last_used: false,
  })
  await em.flush()
  const values: string[] = []
  for (const [at, point] of estimate_points.toSorted((a, b) => a.key - b.key).entries()) {
    const value = parseNewEstimateValue('estimate_points', sent.type, point.value, values)
    values.push(value.value)
    buildEstimatePoint(ctx, { ...point, ...value, id: point.id ?? newId(), estimate_id: id, key: at + 1 })
  }
  await em.flush()
  if (sent.last_used && mapping === undefined) await switchEstimateWithoutMapping(ctx, id)
  if (sent.last_used && mapping !== undefined) await replaceProjectEstimate(ctx, id, mapping)
  return getEstimate(ctx, id)
}

export async function updateEstimate(
  ctx: ProjectContext,
  id: string,
  { estimate: sent, estimate_points = [], added_points = [] }: BodyOf<Calls['updateEstimate']>,
): Promise<EstimateResponse> {
  const estimate = await loadEstimate(ctx, id)
  const { em, user, project } = ctx
  if (sent?.name !== undefined) {
    const others = await em.find(EstimateEntity, { project_id: project.id, deleted_at: null })
    assertEstimateNameAvailable(
      others.filter((other) => other.id !== id),
      sent.name,
    )
  }
  if (sent !== undefined) em.assign(estimate, { ...sent, updated_by: user.id })
  await arrangeEstimateValues(ctx, estimate, estimate_points)
  for (const point of added_points) await createEstimatePoint(ctx, id, point)
  return getEstimate(ctx, id)
}

export async function deleteEstimate(ctx: ProjectContext, id: string): Promise<undefined> {
  const estimate = await loadEstimate(ctx, id)
  const { em, user, project } = ctx
  await lockItemsWithEstimate(ctx, id)
  const points = await lockEstimateValues(ctx, id)
  const row = await em.findOneOrFail(ProjectEntity, { id: project.id })
  if (row.estimate === id) em.assign(row, { estimate: null, updated_by: user.id })
  await changeEstimatesOfItems(ctx, new Map(points.map((point) => [point.id, null])))
  await freezeEndedCyclesOfProject(em, project.id)
  for (const point of points) em.assign(point, { deleted_at: new Date(), updated_by: user.id })
  em.assign(estimate, { deleted_at: new Date(), last_used: false, updated_by: user.id })
  await em.flush()
}

function assertEstimateNameAvailable(others: readonly Estimate[], name: string): void {
  if (others.some((other) => other.name === name))
    throw invalid('name', 'Estimate with the same name already exists in the project')
}

function freeName(others: readonly Estimate[]): string {
  const taken = new Set(others.map((other) => other.name))
  let number = others.length + 1
  while (taken.has(`Estimate ${number}`)) number++
  return `Estimate ${number}`
}

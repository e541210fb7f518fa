import type { EntityManager } from '@mikro-orm/postgresql'
import { estimateTemplates } from '#common/planning/estimates/templates.ts'
import { newId } from '#common/platform/ids.ts'
import type { Project } from '../../organization/projects/entity.ts'
import { EstimateEntity, EstimatePointEntity } from '../../planning/estimates/entity.ts'

export interface SampleEstimate {
  /** Returns the estimate of the item at this index, or null, because some items have no estimate. */
  valueOf(at: number): string | null
  /** Returns the number that an estimate adds to the sum of a cycle or module. */
  amountOf(value: string | null): number
}

/**
 * Indexes of values in the scale, or null for items without an estimate. Most items have a small estimate and
 * few a large one.
 */
const sizes = [1, 3, 2, null, 0, 2, 4, 1, 3, 2, null, 1]

/** Creates an estimate with a Fibonacci scale and makes it the estimate of the project. */
export async function createSampleEstimate(
  em: EntityManager,
  project: Project,
  ownerId: string,
): Promise<SampleEstimate> {
  const { type, values } = estimateTemplates.fibonacci
  const own = {
    workspace_id: project.workspace_id,
    project_id: project.id,
    description: '',
    deleted_at: null,
    created_at: project.created_at,
    created_by: ownerId,
    updated_by: ownerId,
  }
  const estimate = em.create(EstimateEntity, {
    ...own,
    id: newId(),
    name: 'Fibonacci',
    type,
    last_used: true,
  })
  await em.flush()
  const points = values.map((value, at) =>
    em.create(EstimatePointEntity, {
      ...own,
      id: newId(),
      estimate_id: estimate.id,
      key: at + 1,
      value,
      number: value,
    }),
  )
  // Insert the estimate now, because items reference its values and the triggers of items look them up.
  await em.flush()
  project.estimate = estimate.id
  project.points_type = type
  return {
    valueOf: (at) => points[sizes[at % sizes.length] ?? -1]?.id ?? null,
    amountOf: (value) => Number(points.find(({ id }) => id === value)?.number ?? 0),
  }
}

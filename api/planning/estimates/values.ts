import {
  type EstimateType,
  estimateValueErrors,
  estimateValueNumber,
  estimateValueProblem,
  parseEstimateValue,
} from '#common/planning/estimates/rules.ts'
import { invalid } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { type EstimatePoint, EstimatePointEntity } from './entity.ts'

export type ParsedEstimateValue = Pick<EstimatePoint, 'value' | 'number'>

/** Returns the stored form of a value. Throws `invalid` if it is malformed or already exists. */
export function parseNewEstimateValue(
  field: string,
  type: EstimateType,
  typed: string,
  others: readonly string[],
): ParsedEstimateValue {
  const problem = estimateValueProblem(type, typed, others)
  if (problem !== null) throw invalid(field, estimateValueErrors[problem])
  return toStoredEstimateValue(type, typed)
}

/**
 * Converts an entered value to its stored form. An invalid value is returned unchanged, because the caller
 * validates all values afterwards.
 */
export function toStoredEstimateValue(type: EstimateType, typed: string): ParsedEstimateValue {
  const value = parseEstimateValue(type, typed)
  if (value === null) return { value: typed.trim(), number: null }
  return { value, number: estimateValueNumber(type, value)?.toString() ?? null }
}

interface NewPoint extends ParsedEstimateValue {
  id: string
  estimate_id: string
  key: number
  description?: string | undefined
}

export function buildEstimatePoint(
  { em, workspace, project, user }: ProjectContext,
  { description = '', ...point }: NewPoint,
): EstimatePoint {
  return em.create(EstimatePointEntity, {
    ...point,
    description,
    workspace_id: workspace.id,
    project_id: project.id,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
}

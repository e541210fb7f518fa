import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import {
  estimateValueNumber,
  formatEstimateValue,
  isSummableEstimate,
} from '#common/planning/estimates/rules.ts'
import type { EstimatePointRow, EstimateRow } from '#common/planning/estimates/schema.ts'
import { formatDuration } from '../../locales/durations.ts'
import { tables } from '../../platform/app/sync.ts'

/**
 * The estimates of a project. The estimate that the project used last comes first, then the others from
 * newest to oldest.
 */
export const estimatesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.estimates.allAtom)
      .filter((estimate) => estimate.project_id === projectId)
      .sort((a, b) => Number(b.last_used) - Number(a.last_used) || (a.created_at > b.created_at ? -1 : 1)),
  ),
)

/** The values of an estimate in their order. */
export const estimateValuesAtom = atomFamily((estimateId: string) =>
  atom((get) =>
    get(tables.estimate_points.allAtom)
      .filter((point) => point.estimate_id === estimateId)
      .sort((a, b) => a.key - b.key),
  ),
)

/** The active estimate of a project. The value is undefined if estimates are turned off. */
export const estimateOfProjectAtom = atomFamily((projectId: string) =>
  atom((get): EstimateRow | undefined => {
    const id = get(tables.projects.rowAtom(projectId))?.estimate
    return id ? get(tables.estimates.rowAtom(id)) : undefined
  }),
)

/** The estimate values that items of a project can have. */
export const estimateValuesOfProjectAtom = atomFamily((projectId: string) =>
  atom((get) => get(estimateValuesAtom(get(estimateOfProjectAtom(projectId))?.id ?? ''))),
)

/**
 * The unit of estimate sums in a project. The value is null if the estimates cannot be summed, or if
 * `projectId` is null because the list contains items of several projects.
 */
export const estimateSumUnitAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const type = projectId === null ? undefined : get(estimateOfProjectAtom(projectId))?.type
    return type !== undefined && isSummableEstimate(type) ? type : null
  }),
)

/** Returns an estimate value as it is displayed. */
export function estimateValueText({ estimate_id, value }: EstimatePointRow): string {
  const estimate = tables.estimates.get(estimate_id)
  return estimate === undefined ? value : formatEstimateValue(estimate.type, value, formatDuration)
}

/** Returns the number that an estimate value adds to a sum. */
export function getEstimateValueNumber(id: string): number | null {
  const point = tables.estimate_points.get(id)
  const type = point && tables.estimates.get(point.estimate_id)?.type
  return type === undefined ? null : estimateValueNumber(type, point?.value ?? '')
}

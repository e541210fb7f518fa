import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { isSummed, numberOf, valueText } from '#common/planning/estimates/rules.ts'
import type { EstimatePointRow, EstimateRow } from '#common/planning/estimates/schema.ts'
import { tables } from '../../platform/app/sync.ts'

/** The estimates of a project, the one that was used last first, then the newest. */
export const estimatesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.estimates.allAtom)
      .filter((estimate) => estimate.project_id === projectId)
      .sort((a, b) => Number(b.last_used) - Number(a.last_used) || (a.created_at > b.created_at ? -1 : 1)),
  ),
)

/** The values of an estimate in their order. */
export const pointsAtom = atomFamily((estimateId: string) =>
  atom((get) =>
    get(tables.estimate_points.allAtom)
      .filter((point) => point.estimate_id === estimateId)
      .sort((a, b) => a.key - b.key),
  ),
)

/** What the items of a project are measured in, undefined while that is off. */
export const estimateInAtom = atomFamily((projectId: string) =>
  atom((get): EstimateRow | undefined => {
    const id = get(tables.projects.rowAtom(projectId))?.estimate
    return id ? get(tables.estimates.rowAtom(id)) : undefined
  }),
)

/** What an item of a project can be given. */
export const pointsInAtom = atomFamily((projectId: string) =>
  atom((get) => get(pointsAtom(get(estimateInAtom(projectId))?.id ?? ''))),
)

/** What sums of a project's items are in; null where they come to none, or where projects meet, each with its own. */
export const summedInAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const type = projectId === null ? undefined : get(estimateInAtom(projectId))?.type
    return type !== undefined && isSummed(type) ? type : null
  }),
)

/** A value as people read it. */
export function pointText({ estimate_id, value }: EstimatePointRow): string {
  const estimate = tables.estimates.get(estimate_id)
  return estimate === undefined ? value : valueText(estimate.type, value)
}

/** What a value adds to a sum. */
export function numberOfPoint(id: string): number | null {
  const point = tables.estimate_points.get(id)
  const type = point && tables.estimates.get(point.estimate_id)?.type
  return type === undefined ? null : numberOf(type, point?.value ?? '')
}

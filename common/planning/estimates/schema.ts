import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { estimateTypes } from './rules.ts'

export const estimateType = z.enum(estimateTypes)

const auditedColumns = {
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
}

/**
 * An estimate: the scale by which a project estimates its items. The project's field `estimate` contains the
 * id of the active estimate, if any.
 */
export const estimateRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  type: estimateType,
  /** True for the estimate whose values the items of the project have, even if estimates are turned off. */
  last_used: z.boolean(),
  ...auditedColumns,
})
export type EstimateRow = z.infer<typeof estimateRow>

/** A value of an estimate. `key` is its position, starting at 1. */
export const estimatePointRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  estimate_id: id,
  key: z.int(),
  /** The value: a number, a word, or minutes as a number. */
  value: z.string(),
  description: z.string(),
  ...auditedColumns,
})
export type EstimatePointRow = z.infer<typeof estimatePointRow>

/** Adds the ids under the names that clients of Plane use. */
export const estimatePointResponse = estimatePointRow.extend({ workspace: id, project: id, estimate: id })
export type EstimatePointResponse = z.infer<typeof estimatePointResponse>

export const estimateResponse = estimateRow.extend({
  workspace: id,
  project: id,
  /** Values of the estimate, sorted by `key`. */
  points: z.array(estimatePointResponse),
})
export type EstimateResponse = z.infer<typeof estimateResponse>

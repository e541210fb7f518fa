import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { estimateTypes } from './rules.ts'

export const estimateType = z.enum(estimateTypes)

const audited = {
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
}

/** What the items of a project are measured in. The project names the one that is on, if any. */
export const estimateRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  type: estimateType,
  /** Of a project's estimates the one whose values its items have, although it may be off. */
  last_used: z.boolean(),
  ...audited,
})
export type EstimateRow = z.infer<typeof estimateRow>

/** One of its values. `key` is its place, from 1 on. */
export const estimatePointRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  estimate_id: id,
  key: z.int(),
  /** A number, a word, or minutes as a number. */
  value: z.string(),
  description: z.string(),
  ...audited,
})
export type EstimatePointRow = z.infer<typeof estimatePointRow>

/** With the ids again under the names that clients of the reference product read. */
export const estimatePointAnswer = estimatePointRow.extend({ workspace: id, project: id, estimate: id })
export type EstimatePointAnswer = z.infer<typeof estimatePointAnswer>

export const estimateAnswer = estimateRow.extend({
  workspace: id,
  project: id,
  /** In their order. */
  points: z.array(estimatePointAnswer),
})
export type EstimateAnswer = z.infer<typeof estimateAnswer>

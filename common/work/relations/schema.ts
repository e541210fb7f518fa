import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { workItemRow } from '../work-items/schema.ts'
import { relationNames, relationTypes } from './rules.ts'

export const relationName = z.enum(relationNames)

/**
 * A relation of two items. It reads from `issue_id` to `related_issue_id`: the first item is blocked by the
 * second item, or starts before it.
 */
export const relationRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  related_project_id: id,
  issue_id: id,
  related_issue_id: id,
  relation_type: z.enum(relationTypes),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type RelationRow = z.infer<typeof relationRow>

/** A related item and the name of the relation, as seen from the requested item. */
export const relatedWorkItem = workItemRow.extend({
  relation_id: id,
  relation_type: relationName,
  project__identifier: z.string(),
})
export type RelatedWorkItem = z.infer<typeof relatedWorkItem>

export const relationsByName = z.record(relationName, z.array(relatedWorkItem))

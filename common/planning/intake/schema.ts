import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { expandedWorkItem } from '../../work/detail/schema.ts'
import { workItemRow } from '../../work/work-items/schema.ts'
import { intakeSources, intakeStatuses } from './rules.ts'

export const intakeStatusField = z.union(
  intakeStatuses.map((value) => z.literal(value)),
  'The status must be -2 (pending), -1 (declined), 0 (snoozed), 1 (accepted) or 2 (duplicate).',
)

/** The decision on a submitted work item. Its id is the id of the work item. */
export const intakeRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  status: intakeStatusField,
  snoozed_till: isoTimestamp.nullable(),
  duplicate_to: id.nullable(),
  source: z.enum(intakeSources),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  /** User who created the item. */
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type IntakeRow = z.infer<typeof intakeRow>

const original = workItemRow.pick({
  id: true,
  name: true,
  sequence_id: true,
  project_id: true,
  state_id: true,
})

const around = {
  /**
   * The original of a duplicate. Null if the item is not a duplicate or if the caller cannot see the
   * original.
   */
  duplicate_issue_detail: original.nullable(),
  /** User who created the item. Visitors of a public board are not among the members of the workspace. */
  created_by_detail: userLite.nullable(),
}

export const intakeResponse = intakeRow.extend({ ...around, issue: workItemRow })
export type IntakeResponse = z.infer<typeof intakeResponse>

export const intakeDetail = intakeRow.extend({ ...around, issue: expandedWorkItem })
export type IntakeDetail = z.infer<typeof intakeDetail>

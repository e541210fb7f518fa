import { z } from 'zod'
import { multiLineText } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { updateStatuses } from '../../platform/update-statuses.ts'
import { maxProjectUpdateLength } from './rules.ts'

/** An update on a project in words. The status of the newest update is the health of the project. */
export const projectUpdateRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  status: z.enum(updateStatuses),
  text: z.string(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
})
export type ProjectUpdateRow = z.infer<typeof projectUpdateRow>

export const projectUpdateChange = z.object({
  status: z.enum(updateStatuses).optional(),
  text: multiLineText(maxProjectUpdateLength).optional(),
})

export const newProjectUpdate = projectUpdateChange.extend({
  id: id.optional(),
  status: z.enum(updateStatuses),
})

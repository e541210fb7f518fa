import { z } from 'zod'
import { day, id, moment } from '../../../platform/time.ts'
import { keptSubItemRow, priority } from '../schema.ts'

/** A work item that somebody has begun and not made yet; nobody else sees it. Its text is read when it is opened. */
export const draftRow = z.object({
  id,
  workspace_id: id,
  project_id: id.nullable(),
  name: z.string(),
  /** How its text begins, without form. */
  preview: z.string(),
  state_id: id.nullable(),
  priority,
  assignee_ids: z.array(id),
  label_ids: z.array(id),
  start_date: day.nullable(),
  target_date: day.nullable(),
  parent_id: id.nullable(),
  estimate_point: id.nullable(),
  sub_items: z.array(keptSubItemRow.extend({ start_date: day.nullable(), target_date: day.nullable() })),
  created_at: moment,
  updated_at: moment,
  created_by: id,
})
export type DraftRow = z.infer<typeof draftRow>

export const draftAnswer = draftRow.extend({ description_html: z.string() })
export type DraftAnswer = z.infer<typeof draftAnswer>

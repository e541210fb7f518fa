import { z } from 'zod'
import { id, moment } from '../../../platform/time.ts'
import { dateFields, draftFields } from '../fields.ts'
import { keptSubItemRow, rowsOf } from '../schema.ts'

/** A work item that somebody has begun and not made yet; nobody else sees it. Its text is read when it is opened. */
export const draftRow = z.object({
  id,
  workspace_id: id,
  project_id: id.nullable(),
  name: z.string(),
  /** How its text begins, without form. */
  preview: z.string(),
  ...rowsOf(draftFields),
  parent_id: id.nullable(),
  sub_items: z.array(keptSubItemRow.extend(rowsOf(dateFields))),
  created_at: moment,
  updated_at: moment,
  created_by: id,
})
export type DraftRow = z.infer<typeof draftRow>

export const draftAnswer = draftRow.extend({ description_html: z.string() })
export type DraftAnswer = z.infer<typeof draftAnswer>

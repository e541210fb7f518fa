import { z } from 'zod'
import { id, moment } from '../../../platform/time.ts'
import { dateFields, itemFields } from '../fields.ts'
import { draftSubItemRow, rowSchemasOf } from '../schema.ts'

/** A draft of a work item. Only its author receives it. The description is loaded separately. */
export const draftRow = z.object({
  id,
  workspace_id: id,
  project_id: id.nullable(),
  name: z.string(),
  /** The beginning of the description as plain text. */
  preview: z.string(),
  ...rowSchemasOf(itemFields),
  /** A type of work items of the workspace. Null means the default type, which has no row. */
  type_id: id.nullable(),
  sort_order: z.number(),
  parent_id: id.nullable(),
  sub_items: z.array(draftSubItemRow.extend(rowSchemasOf(dateFields))),
  created_at: moment,
  updated_at: moment,
  created_by: id,
})
export type DraftRow = z.infer<typeof draftRow>

/** Only the author changes a draft. */
export const listedDraft = draftRow.extend({ updated_by: id })

export const draftAnswer = listedDraft.extend({ description_html: z.string() })
export type DraftAnswer = z.infer<typeof draftAnswer>

import { z } from 'zod'
import { id, isoTimestamp } from '../../../platform/time.ts'
import { dateFields, itemFields } from '../fields.ts'
import { createRowFieldSchemas, draftSubItemRow } from '../schema.ts'

/** A draft of a work item. Only its author receives it. The description is loaded separately. */
export const draftRow = z.object({
  id,
  workspace_id: id,
  project_id: id.nullable(),
  name: z.string(),
  /** The beginning of the description as plain text. */
  preview: z.string(),
  ...createRowFieldSchemas(itemFields),
  /** Id of a work item type of the workspace. Null means the default type, which is not stored as a row. */
  type_id: id.nullable(),
  sort_order: z.number(),
  parent_id: id.nullable(),
  sub_items: z.array(draftSubItemRow.extend(createRowFieldSchemas(dateFields))),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id,
})
export type DraftRow = z.infer<typeof draftRow>

/** `updated_by` is always the author, because nobody else can change a draft. */
export const draftListRow = draftRow.extend({ updated_by: id })

export const draftResponse = draftListRow.extend({ description_html: z.string() })
export type DraftResponse = z.infer<typeof draftResponse>

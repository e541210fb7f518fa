import { z } from 'zod'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { commonItemFields } from '../../work/work-items/fields.ts'
import { createRowFieldSchemas, draftSubItemRow } from '../../work/work-items/schema.ts'

/** Number of days after the day on which the item is created; null for no date. */
const days = z.int().nullable()

export const templateKind = z.enum(['work_item', 'page'])
export type TemplateKind = z.infer<typeof templateKind>

/**
 * A template for new work items or pages. The text is loaded only when a user chooses the template. The
 * template can refer to labels, states and members that have been deleted. A page template uses only title,
 * icon, labels, appearance and text.
 */
export const templateRow = z.object({
  id,
  workspace_id: id,
  /** Project of the template. Null for a template of the workspace, which is always a page template. */
  project_id: id.nullable(),
  /** Kind of the template, which cannot be changed after creation. */
  kind: templateKind,
  name: z.string(),
  /** Title of the new item or page. */
  title: z.string(),
  /** Beginning of the text, without formatting. */
  preview: z.string(),
  ...createRowFieldSchemas(commonItemFields),
  start_in_days: days,
  due_in_days: days,
  sub_items: z.array(draftSubItemRow.extend({ due_in_days: days })),
  /** Icon and appearance of the page. Used only in page templates. */
  logo_props: logoProps,
  view_props: z.record(z.string(), z.unknown()),
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type TemplateRow = z.infer<typeof templateRow>

export const templateResponse = templateRow.extend({ description_html: z.string() })
export type TemplateResponse = z.infer<typeof templateResponse>

import { z } from 'zod'
import { logoProps } from '../../platform/logo-props.ts'
import { id, moment } from '../../platform/time.ts'
import { ownFields } from '../../work/work-items/fields.ts'
import { keptSubItemRow, rowsOf } from '../../work/work-items/schema.ts'

/** Days from the day on which an item is made of it. */
const days = z.int().nullable()

export const templateKind = z.enum(['work_item', 'page'])
export type TemplateKind = z.infer<typeof templateKind>

/**
 * What new items or pages of a project begin with, or pages of the workspace itself. Its text is read when it is chosen. What it names of the
 * project may have gone since. Of a page it says its title, icon, labels, looks and text alone.
 */
export const templateRow = z.object({
  id,
  workspace_id: id,
  /** Null of one of the workspace itself, which is of pages. */
  project_id: id.nullable(),
  /** Of what; it stays so. */
  kind: templateKind,
  name: z.string(),
  /** Of the item or page. */
  title: z.string(),
  /** How its text begins, without form. */
  preview: z.string(),
  ...rowsOf(ownFields),
  start_in_days: days,
  due_in_days: days,
  sub_items: z.array(keptSubItemRow.extend({ due_in_days: days })),
  /** Of the page. */
  logo_props: logoProps,
  view_props: z.record(z.string(), z.unknown()),
  sort_order: z.number(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type TemplateRow = z.infer<typeof templateRow>

export const templateAnswer = templateRow.extend({ description_html: z.string() })
export type TemplateAnswer = z.infer<typeof templateAnswer>

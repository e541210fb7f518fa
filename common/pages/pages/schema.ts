import { z } from 'zod'
import { orNone } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, moment } from '../../platform/time.ts'
import { visitedItem, visitedPage } from '../recent-visits/schema.ts'
import { pageFonts } from './style.ts'

/** 0 public: everyone in its projects, or all members of the workspace. 1 private: its owner alone. */
export const pageAccess = z.union([z.literal(0), z.literal(1)])
export type PageAccess = z.infer<typeof pageAccess>

/** How a page looks for everybody, as it is sent: what is not said stays as it is. Its cover is a picture that the caller sees, or null. */
export const pageAppearance = z
  .object({ full_width: z.boolean(), font: z.enum(pageFonts), small_text: z.boolean(), cover: orNone(id) })
  .partial()

export const pageRow = z.object({
  id,
  workspace_id: id,
  /** None of a page of the workspace itself. */
  project_ids: z.array(id),
  name: z.string(),
  owned_by: id,
  access: pageAccess,
  color: z.string(),
  logo_props: logoProps,
  view_props: z.record(z.string(), z.unknown()),
  label_ids: z.array(id),
  /** Whom its text mentions. */
  mention_ids: z.array(id),
  parent: id.nullable(),
  sort_order: z.number(),
  is_locked: z.boolean(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type PageRow = z.infer<typeof pageRow>

/** With ids again under the names that clients of the reference product read. */
export const pageAnswer = pageRow.extend({
  workspace: id,
  labels: z.array(id),
  is_favorite: z.boolean(),
  is_global: z.boolean(),
})
export type PageAnswer = z.infer<typeof pageAnswer>

/** A page as the trash shows it. */
export const trashedPage = pageRow.extend({ deleted_at: moment, deleted_by: id.nullable() })
export type TrashedPage = z.infer<typeof trashedPage>

/** `issue_ids` are work items that the text shows, which it cannot yet. */
export const pageDetail = pageAnswer.extend({ description_html: z.string(), issue_ids: z.array(id) })

/** What links to a page; a work item is an issue, as it is in recent visits. */
export const backLink = z.discriminatedUnion('entity_name', [
  z.object({ entity_name: z.literal('page'), entity_data: visitedPage }),
  z.object({ entity_name: z.literal('issue'), entity_data: visitedItem }),
])
export type BackLink = z.infer<typeof backLink>

import { z } from 'zod'
import { address, line, orNone, position, prose } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { day, id, moment } from '../../platform/time.ts'
import { linkAddress, linkTitleLength } from '../../work/links/rules.ts'
import { values } from '../../work/work-items/schema.ts'
import { itemCounts, planFigures, pointCounts, pointFigures } from '../figures/schema.ts'
import { moduleNameLength, moduleStatuses } from './rules.ts'

/** A page that belongs to a module; `title` is what people call it. */
export const moduleLink = z.object({
  id,
  title: z.string().nullable(),
  url: z.string(),
  metadata: z.object({}),
  created_at: moment,
  created_by_id: id.nullable(),
})
export type ModuleLink = z.infer<typeof moduleLink>

/** A part of a project that a team works on for a while. An item can be in several. */
export const moduleRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  status: z.enum(moduleStatuses),
  start_date: day.nullable(),
  target_date: day.nullable(),
  lead_id: id.nullable(),
  member_ids: z.array(id),
  /** Few, and shown wherever the module is, so they come with it. The oldest first. */
  link_module: z.array(moduleLink),
  logo_props: logoProps,
  sort_order: z.number(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type ModuleRow = z.infer<typeof moduleRow>

/** With its counts, and its place's ids again under the names that clients of the reference product read. */
export const moduleAnswer = moduleRow.extend({
  workspace: id,
  project: id,
  /** Those who have an item in it. */
  assignee_ids: z.array(id),
  ...itemCounts.shape,
  ...pointCounts.shape,
  is_favorite: z.boolean(),
})
export type ModuleAnswer = z.infer<typeof moduleAnswer>

/** One by itself says what it comes to, too; the charts are empty unless it has both days. */
export const moduleDetail = moduleAnswer.extend({
  /** How many of its items are part of another. */
  sub_issues: z.int().min(0),
  distribution: planFigures,
  estimate_distribution: pointFigures,
})
export type ModuleDetail = z.infer<typeof moduleDetail>

const name = line(moduleNameLength).min(1, 'A name is required.')

export const moduleChange = z.object({
  name: name.optional(),
  description: prose(10_000).optional(),
  status: z.enum(moduleStatuses).optional(),
  start_date: orNone(day).optional(),
  target_date: orNone(day).optional(),
  /** Of those who are at least members of the project, as the members are; others are left out. */
  lead_id: orNone(id).optional(),
  member_ids: values.optional(),
  logo_props: logoProps.optional(),
  sort_order: position.optional(),
})

export const newModule = moduleChange.extend({ id: id.optional(), name })

export const moduleLinkFields = {
  title: orNone(line(linkTitleLength)).optional(),
  url: address(linkAddress),
}

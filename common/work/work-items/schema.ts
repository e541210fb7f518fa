import { z } from 'zod'
import { line, orNone, ruled } from '../../platform/fields.ts'
import { day, id, moment } from '../../platform/time.ts'
import { stateGroup } from '../states/schema.ts'
import { priorities } from './priorities.ts'
import { bulkLimit, valuesLimit, workItemNameLength, workItemNameProblem } from './rules.ts'

export const priority = z.enum(priorities)

export const workItemName = ruled(workItemNameLength * 2, workItemNameProblem, {
  required: 'A title is required.',
  too_long: 'A title has at most 255 characters.',
})

/** A work item as lists, boards and changes carry it; its description is a document of its own. */
export const workItemRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  sequence_id: z.int(),
  name: z.string(),
  state_id: id,
  state__group: stateGroup,
  priority,
  sort_order: z.number(),
  start_date: day.nullable(),
  target_date: day.nullable(),
  completed_at: moment.nullable(),
  parent_id: id.nullable(),
  cycle_id: id.nullable(),
  /** Null is the ordinary type, which has no row. */
  type_id: id.nullable(),
  /** Whether its type is one of epics, which lists leave out. */
  is_epic: z.boolean(),
  /** The epic that it is below, at whatever depth. */
  epic_id: id.nullable(),
  estimate_point: id.nullable(),
  assignee_ids: z.array(id),
  label_ids: z.array(id),
  module_ids: z.array(id),
  subscriber_ids: z.array(id),
  /** Whom the description mentions, of those who are in the project. */
  mention_ids: z.array(id),
  sub_issues_count: z.int(),
  link_count: z.int(),
  attachment_count: z.int(),
  is_draft: z.boolean(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type WorkItemRow = z.infer<typeof workItemRow>

/** An item as the trash shows it. */
export const trashedWorkItem = workItemRow.extend({
  deleted_at: moment,
  deleted_by: id.nullable(),
  /** How many items went there with it, from below it. */
  below: z.int(),
})
export type TrashedWorkItem = z.infer<typeof trashedWorkItem>

export const workItemDetail = workItemRow.extend({
  description_html: z.string(),
  /** Whether the caller hears of it. */
  is_subscribed: z.boolean(),
  is_intake: z.boolean(),
})

/** Dates as a change carries them: null clears, absent leaves. */
export const datesOf = { start_date: orNone(day).optional(), target_date: orNone(day).optional() }

/** People or labels of one work item. */
export const values = z.array(id).max(valuesLimit)

/** Modules of one work item; clients of the reference product say null for none. */
export const moduleValues = values.nullable().transform((ids) => ids ?? [])

/** A sub-item that is made together with the item above it. */
export const newSubItem = z.object({
  id: id.optional(),
  name: workItemName,
  state_id: orNone(id).optional(),
  priority: priority.optional(),
  assignee_ids: values.optional(),
  label_ids: values.optional(),
  estimate_point: orNone(id).optional(),
  ...datesOf,
})

/** The same as drafts and templates keep it; without a title yet, it is an empty one. */
export const keptSubItem = z.object({
  name: line(workItemNameLength),
  state_id: orNone(id).default(null),
  priority: priority.default('none'),
  assignee_ids: values.default([]),
  label_ids: values.default([]),
  estimate_point: orNone(id).default(null),
})

export const keptSubItemRow = z.object({
  name: z.string(),
  state_id: id.nullable(),
  priority,
  assignee_ids: z.array(id),
  label_ids: z.array(id),
  estimate_point: id.nullable(),
})

/** What can be changed on many work items at once. */
export const workItemChange = z.object({
  state_id: id.optional(),
  priority: priority.optional(),
  assignee_ids: values.optional(),
  label_ids: values.optional(),
  /** One of its project that takes items; null takes it out of its cycle. */
  cycle_id: orNone(id).optional(),
  module_ids: moduleValues.optional(),
  /** One of its project's estimate; null takes it away. */
  estimate_point: orNone(id).optional(),
  /** They become parts of it themselves; null takes those that have one away from what they are part of. */
  epic_id: orNone(id).optional(),
  ...datesOf,
})

/** The same for one of many, which can have a name of its own too. */
export const workItemUpdate = workItemChange.extend({
  id,
  name: workItemName.optional(),
  parent_id: orNone(id).optional(),
})
export type WorkItemUpdate = z.infer<typeof workItemUpdate>

export const issueIds = z
  .array(id, 'Issue IDs are required')
  .max(bulkLimit, `Change at most ${bulkLimit} work items at once.`)

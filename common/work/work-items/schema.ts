import { z } from 'zod'
import { emptyAsNull, line, ruled } from '../../platform/fields.ts'
import { day, id, moment } from '../../platform/time.ts'
import { stateGroup } from '../states/schema.ts'
import { dateFields, draftFields, type Fields, itemFields, ownFields } from './fields.ts'
import { priorities } from './priorities.ts'
import { bulkLimit, valuesLimit, workItemNameLength, workItemNameProblem } from './rules.ts'

export const priority = z.enum(priorities)

/** People or labels of one work item. */
export const values = z.array(id).max(valuesLimit)

/** The schemas of each kind of value: in a row, in a call that may leave it out, and in a draft or template, where it has a default. */
const kinds = {
  id: { row: id.nullable(), sent: emptyAsNull(id).optional(), kept: emptyAsNull(id).default(null) },
  ids: { row: z.array(id), sent: values.optional(), kept: values.default([]) },
  day: { row: day.nullable(), sent: emptyAsNull(day).optional(), kept: emptyAsNull(day).default(null) },
  priority: { row: priority, sent: priority.optional(), kept: priority.default('none') },
}
type Kinds = typeof kinds
type Use = keyof Kinds[keyof Kinds]

export const rowsOf = <Of extends Fields>(fields: Of) => schemasOf(fields, 'row')
export const sentOf = <Of extends Fields>(fields: Of) => schemasOf(fields, 'sent')
export const keptOf = <Of extends Fields>(fields: Of) => schemasOf(fields, 'kept')

function schemasOf<Of extends Fields, As extends Use>(fields: Of, use: As) {
  // `Object.fromEntries` forgets the names, which are those of the fields.
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kinds[kind][use]])) as {
    [Name in keyof Of]: Kinds[Of[Name]][As]
  }
}

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
  ...rowsOf(itemFields),
  state_id: id,
  state__group: stateGroup,
  sort_order: z.number(),
  completed_at: moment.nullable(),
  parent_id: id.nullable(),
  /** Null is the ordinary type, which has no row. */
  type_id: id.nullable(),
  /** Whether its type is one of epics, which lists leave out. */
  is_epic: z.boolean(),
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
export const datesOf = sentOf(dateFields)

/** Modules of one work item; clients of the reference product say null for none. */
export const moduleValues = values.nullable().transform((ids) => ids ?? [])

/**
 * The properties as a change carries them. A cycle is one of the project that takes items, and null takes the item out of its cycle. With an
 * epic the item becomes a part of it, and null takes the item away from what it is part of.
 */
export const changeOf = { ...sentOf(itemFields), module_ids: moduleValues.optional() }

/** A sub-item that is made together with the item above it. */
export const newSubItem = z.object({
  id: id.optional(),
  name: workItemName,
  ...sentOf(draftFields),
})

/** The same as drafts and templates keep it; without a title yet, it is an empty one. */
export const keptSubItem = z.object({
  name: line(workItemNameLength),
  ...keptOf(ownFields),
})

export const keptSubItemRow = z.object({ name: z.string(), ...rowsOf(ownFields) })

/** What can be changed on many work items at once. */
export const workItemChange = z.object({ ...changeOf, state_id: id.optional() })

/** The same for one of many, which can have a name of its own too. */
export const workItemUpdate = workItemChange.extend({
  id,
  name: workItemName.optional(),
  parent_id: emptyAsNull(id).optional(),
})
export type WorkItemUpdate = z.infer<typeof workItemUpdate>

export const issueIds = z
  .array(id, 'Issue IDs are required')
  .max(bulkLimit, `Change at most ${bulkLimit} work items at once.`)

import { z } from 'zod'
import { externalIdsOfRow } from '../../platform/external-ids.ts'
import { emptyAsNull, singleLineText, textWithRule } from '../../platform/fields.ts'
import { day, id, isoTimestamp } from '../../platform/time.ts'
import { stateGroup } from '../states/schema.ts'
import { commonItemFields, dateFields, draftFields, type FieldKinds, itemFields } from './fields.ts'
import { gitItemStates } from './git-states.ts'
import { priorities } from './priorities.ts'
import {
  maxItemsPerBulkCall,
  maxValuesPerItemField,
  maxWorkItemNameLength,
  workItemNameProblem,
} from './rules.ts'

export const priority = z.enum(priorities)

/** Schema of the assignees or labels of one work item. */
export const idListField = z.array(id).max(maxValuesPerItemField)

/**
 * Schemas for each kind of value: `row` for rows, `sent` for requests, where the value is optional, and `stored`
 * for drafts and templates, where the value has a default.
 */
const kinds = {
  id: { row: id.nullable(), sent: emptyAsNull(id).optional(), stored: emptyAsNull(id).default(null) },
  ids: { row: z.array(id), sent: idListField.optional(), stored: idListField.default([]) },
  day: { row: day.nullable(), sent: emptyAsNull(day).optional(), stored: emptyAsNull(day).default(null) },
  priority: { row: priority, sent: priority.optional(), stored: priority.default('none') },
}
type Kinds = typeof kinds
type Use = keyof Kinds[keyof Kinds]

export const createRowFieldSchemas = <Of extends FieldKinds>(fields: Of) => schemasOf(fields, 'row')
export const createInputFieldSchemas = <Of extends FieldKinds>(fields: Of) => schemasOf(fields, 'sent')
export const createStoredFieldSchemas = <Of extends FieldKinds>(fields: Of) => schemasOf(fields, 'stored')

function schemasOf<Of extends FieldKinds, As extends Use>(fields: Of, use: As) {
  // The cast is needed because TypeScript cannot infer the keys from entries.
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kinds[kind][use]])) as {
    [Name in keyof Of]: Kinds[Of[Name]][As]
  }
}

export const workItemNameField = textWithRule(maxWorkItemNameLength * 2, workItemNameProblem, {
  required: 'A title is required.',
  too_long: 'A title can have at most 255 characters.',
})

/** A work item in lists and events. Its description is stored as a separate document. */
export const workItemRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  sequence_id: z.int(),
  name: z.string(),
  ...createRowFieldSchemas(itemFields),
  state_id: id,
  state__group: stateGroup,
  sort_order: z.number(),
  completed_at: isoTimestamp.nullable(),
  parent_id: id.nullable(),
  /** Id of the work item type. Null means the default type, which is not stored as a row. */
  type_id: id.nullable(),
  /** True if the item is an epic. Ordinary lists leave epics out. */
  is_epic: z.boolean(),
  subscriber_ids: z.array(id),
  /** Ids of the users in the project whom the description mentions. */
  mention_ids: z.array(id),
  sub_issues_count: z.int(),
  link_count: z.int(),
  attachment_count: z.int(),
  /** Sums up the branches, commits and pull requests of the item. Null if it has none. */
  git_state: z.enum(gitItemStates).nullable(),
  is_draft: z.boolean(),
  archived_at: isoTimestamp.nullable(),
  ...externalIdsOfRow,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type WorkItemRow = z.infer<typeof workItemRow>

/** An item in the trash. */
export const trashedWorkItem = workItemRow.extend({
  deleted_at: isoTimestamp,
  deleted_by: id.nullable(),
  /** Number of descendants that were deleted together with the item. */
  below: z.int(),
})
export type TrashedWorkItem = z.infer<typeof trashedWorkItem>

export const workItemDetail = workItemRow.extend({
  description_html: z.string(),
  /** True if the caller is subscribed to the item. */
  is_subscribed: z.boolean(),
  is_intake: z.boolean(),
})

/** Dates in a change. Null removes the date, and an omitted date does not change. */
export const dateInputFields = createInputFieldSchemas(dateFields)

/** Schema of the modules of one work item. Clients of Plane send null for an empty list. */
export const moduleIdsField = idListField.nullable().transform((ids) => ids ?? [])

/**
 * Fields of a change. A cycle must accept items, and null removes the item from its cycle. If `epic_id` differs
 * from the present value, an id moves the item directly below that epic, and null removes the item from its parent.
 */
export const workItemChangeFields = {
  ...createInputFieldSchemas(itemFields),
  module_ids: moduleIdsField.optional(),
}

/** A sub-item that is created together with its parent. */
export const newSubItem = z.object({
  id: id.optional(),
  name: workItemNameField,
  ...createInputFieldSchemas(draftFields),
})

/** A sub-item in a draft or template, whose title may be empty. */
export const draftSubItem = z.object({
  name: singleLineText(maxWorkItemNameLength),
  ...createStoredFieldSchemas(commonItemFields),
})

export const draftSubItemRow = z.object({ name: z.string(), ...createRowFieldSchemas(commonItemFields) })

/** Fields that a bulk change can set. */
export const workItemChange = z.object({ ...workItemChangeFields, state_id: id.optional() })

/**
 * The new values of one item in a call that changes many items. In contrast to a bulk change, they can
 * include title and parent.
 */
export const workItemUpdate = workItemChange.extend({
  id,
  name: workItemNameField.optional(),
  parent_id: emptyAsNull(id).optional(),
})
export type WorkItemUpdate = z.infer<typeof workItemUpdate>

export const issueIds = z
  .array(id, 'Issue IDs are required')
  .max(maxItemsPerBulkCall, `Change at most ${maxItemsPerBulkCall} work items at once.`)

import { z } from 'zod'
import { documentContent } from '../../documents/content/content.ts'
import { versionDetail, versionResponse } from '../../documents/versions/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, singleLineText, textWithRule } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import {
  createPageSchema,
  createSyncPageSchema,
  filterQueryFields,
  pagingQueryFields,
} from '../../work/listing/schema.ts'
import { descriptionVersionCalls } from '../../work/versions/calls.ts'
import { skip_activity } from '../../work/work-items/calls.ts'
import { priorities } from '../../work/work-items/priorities.ts'
import { maxWorkItemNameLength, workItemNameProblem } from '../../work/work-items/rules.ts'
import { dateInputFields, idListField } from '../../work/work-items/schema.ts'
import { intakePageSize } from './rules.ts'
import { intakeDetail, intakeResponse, intakeStatusField } from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const one = `${project}/inbox-issues/{inbox_issue_id}/` as const
const versions = `${project}/intake-work-items/{id}/description-versions/` as const

const name = textWithRule(maxWorkItemNameLength * 2, workItemNameProblem, {
  required: 'Name is required',
  too_long: 'A title can have at most 255 characters.',
})

/** Schema of the name, which reports a missing name with the same message as an empty name. */
const required = name.clone({ ...name.def, error: () => 'Name is required' })

const issue = {
  ...documentContent.shape,
  priority: z.enum(priorities, 'Invalid priority').optional(),
  assignee_ids: idListField.optional(),
  label_ids: idListField.optional(),
  ...dateInputFields,
}

/** Additional fields that a request may set when it accepts the item. */
const placed = {
  state_id: emptyAsNull(id).optional(),
  parent_id: emptyAsNull(id).optional(),
  cycle_id: emptyAsNull(id).optional(),
}

const orders = ['issue__created_at', 'issue__updated_at', 'issue__sequence_id'] as const

/**
 * Calls for intake, which collects submitted items until a user decides on them. Guests without access to the
 * whole project see only their own submissions. `inbox_issue_id` is the id of the work item and of its intake
 * row.
 */
export const intakeCalls = declareCalls('intake', {
  listInboxIssues: {
    summary: 'List the intake requests of a project, newest first. By default only pending ones',
    method: 'GET',
    path: `${project}/inbox-issues/`,
    who: { project: 'guest' },
    query: z.object({
      cursor: pagingQueryFields.cursor,
      per_page: pagingQueryFields.per_page.default(intakePageSize),
      ...filterQueryFields,
      /**
       * Statuses as numbers, separated by commas: -2 pending, -1 declined, 0 snoozed, 1 accepted, 2
       * duplicate.
       */
      status: singleLineText(20)
        .regex(/^(-2|-1|0|1|2)(,(-2|-1|0|1|2))*$/, 'Unknown status.')
        .default('-2'),
      order_by: z
        .enum([...orders, ...orders.map((order) => `-${order}` as const)], 'Invalid order.')
        .default('-issue__created_at'),
      expand: singleLineText(100).optional(),
    }),
    answer: createPageSchema(intakeResponse),
  },
  createInboxIssue: {
    summary: 'Submit an intake request',
    method: 'POST',
    path: `${project}/inbox-issues/`,
    who: { project: 'guest' },
    body: z.object({
      source: z.literal('IN_APP', 'The source of this call must be IN_APP.').optional(),
      issue: z.object({ id: id.optional(), name: required, ...issue }, 'Name is required'),
    }),
    answer: intakeResponse,
    fails: ['conflict'],
  },
  getInboxIssue: {
    summary: 'Get an intake request with its description',
    method: 'GET',
    path: one,
    who: { project: 'guest' },
    query: z.object({ expand: singleLineText(100).optional() }),
    etag: 'returned',
    answer: intakeDetail,
  },
  updateInboxIssue: {
    summary: 'Update an intake request: accept, decline, snooze, edit or mark as duplicate',
    method: 'PATCH',
    path: one,
    who: { project: 'admin', orOwn: true },
    body: z
      .object({
        status: intakeStatusField,
        /** Time until which the item is snoozed; null sets the item back to pending. */
        snoozed_till: emptyAsNull(isoTimestamp),
        duplicate_to: emptyAsNull(id),
        issue: z.object({ name, ...issue, ...placed, skip_activity }).partial(),
        skip_activity,
      })
      .partial(),
    answer: intakeResponse,
    fails: ['conflict'],
  },
  deleteInboxIssue: {
    summary: 'Delete an intake request. Its work item is kept if it was accepted',
    method: 'DELETE',
    path: one,
    who: { project: 'admin', orOwn: true },
  },
  listIntakeVersions: {
    ...descriptionVersionCalls.listDescriptionVersions,
    area: 'intake',
    path: versions,
    answer: createSyncPageSchema(versionResponse),
  },
  getIntakeVersion: {
    ...descriptionVersionCalls.getDescriptionVersion,
    area: 'intake',
    path: `${versions}{version_id}/`,
    answer: versionDetail,
  },
})

const issues = `${project}/intake-issues/` as const
const oneIssue = `${issues}{inbox_issue_id}/` as const

/** A project has one intake, whose id is the id of the project. */
const wholeIntake = z.object({
  id,
  name: z.string(),
  description: z.string(),
  is_default: z.literal(true),
  project: id,
  workspace: id,
  pending_issue_count: z.int(),
})

const reading = { method: 'GET', who: { project: 'member' } } as const
const all = { ...reading, summary: 'List the intake of a project', answer: z.array(wholeIntake) } as const
const single = { ...reading, summary: 'Get the intake of a project', answer: wholeIntake } as const

/** Repeats the intake calls under the alternative paths that clients of Plane use. */
export const planeIntakeCalls = declareCalls('intake', {
  listIntakes: { ...all, path: `${project}/intakes/` },
  getIntake: { ...single, path: `${project}/intakes/{intake_id}/` },
  listInboxes: { ...all, path: `${project}/inboxes/` },
  getInbox: { ...single, path: `${project}/inboxes/{intake_id}/` },
  listIntakeIssues: { ...intakeCalls.listInboxIssues, path: issues },
  createIntakeIssue: { ...intakeCalls.createInboxIssue, path: issues },
  getIntakeIssue: { ...intakeCalls.getInboxIssue, path: oneIssue },
  updateIntakeIssue: { ...intakeCalls.updateInboxIssue, path: oneIssue },
  deleteIntakeIssue: { ...intakeCalls.deleteInboxIssue, path: oneIssue },
})

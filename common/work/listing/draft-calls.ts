import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { emptyAsNull, positionField, singleLineText } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { workItemCalls } from '../work-items/calls.ts'
import { draftsPageSize, maxDraftTextLength } from '../work-items/drafts/rules.ts'
import { draftListRow, draftResponse } from '../work-items/drafts/schema.ts'
import { dateFields, itemFields } from '../work-items/fields.ts'
import { maxWorkItemNameLength, newSubItemsLimit } from '../work-items/rules.ts'
import {
  createInputFieldSchemas,
  createStoredFieldSchemas,
  draftSubItem,
  workItemRow,
} from '../work-items/schema.ts'
import { createPageSchema, filterQueryFields, pagingQueryFields } from './schema.ts'

const fields = {
  /** Title of the draft, which may be empty. */
  name: singleLineText(maxWorkItemNameLength).optional(),
  description_html: z.string().max(maxDraftTextLength).nullish(),
  ...createInputFieldSchemas(itemFields),
  type_id: emptyAsNull(id).optional(),
  sort_order: positionField.optional(),
  parent_id: emptyAsNull(id).optional(),
  sub_items: z
    .array(draftSubItem.extend(createStoredFieldSchemas(dateFields)))
    .max(newSubItemsLimit)
    .optional(),
}

const page = createPageSchema(draftListRow)

const draftsQuery = z.object({
  ...pagingQueryFields,
  per_page: pagingQueryFields.per_page.default(draftsPageSize),
  ...filterQueryFields,
})

const all = '/api/workspaces/{slug}/draft-issues/'
const one = '/api/workspaces/{slug}/draft-issues/{id}/'
const inProject = '/api/workspaces/{slug}/projects/{project_id}/issue-drafts/'
const oneInProject = '/api/workspaces/{slug}/projects/{project_id}/issue-drafts/{id}/'

/**
 * Calls for the caller's drafts in the workspace or in one project. Only the author of a draft can see it.
 */
export const draftCalls = declareCalls('drafts', {
  listDrafts: {
    summary: 'List your drafts, newest first',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    query: draftsQuery,
    answer: page,
  },
  createDraft: {
    summary: 'Create a draft',
    method: 'POST',
    path: all,
    who: { workspace: 'guest' },
    body: z.object({ id: id.optional(), project_id: emptyAsNull(id).optional(), ...fields }),
    status: 201,
    answer: draftResponse,
    fails: ['conflict'],
  },
  getDraft: {
    summary: 'Get a draft with its text',
    method: 'GET',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
    answer: draftResponse,
  },
  updateDraft: {
    summary: 'Update a draft',
    method: 'PATCH',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
    body: z.object({ project_id: emptyAsNull(id).optional(), ...fields }),
    answer: draftResponse,
  },
  deleteDraft: {
    summary: 'Delete a draft',
    method: 'DELETE',
    path: one,
    who: { workspace: 'guest', onlyOwn: true },
  },
  publishDraft: {
    summary: 'Create a work item from a draft. The body overrides the draft',
    method: 'POST',
    path: '/api/workspaces/{slug}/draft-to-issue/{id}/',
    who: { workspace: 'member' },
    body: workItemCalls.createWorkItem.body
      .partial()
      .extend({ project_id: emptyAsNull(id).optional(), type_id: emptyAsNull(id).optional() }),
    status: 201,
    answer: workItemRow,
    fails: ['conflict'],
  },
  listProjectDrafts: {
    summary: 'List your drafts of a project, newest first',
    method: 'GET',
    path: inProject,
    who: { project: 'guest' },
    query: draftsQuery,
    answer: page,
  },
  createProjectDraft: {
    summary: 'Create a draft of a project',
    method: 'POST',
    path: inProject,
    who: { project: 'guest' },
    body: z.object({ id: id.optional(), ...fields }),
    status: 201,
    answer: draftResponse,
    fails: ['conflict'],
  },
  getProjectDraft: {
    summary: 'Get a draft of a project with its text',
    method: 'GET',
    path: oneInProject,
    who: { project: 'guest', onlyOwn: true },
    answer: draftResponse,
  },
  updateProjectDraft: {
    summary: 'Update a draft of a project',
    method: 'PATCH',
    path: oneInProject,
    who: { project: 'guest', onlyOwn: true },
    body: z.object(fields),
    answer: draftResponse,
  },
  deleteProjectDraft: {
    summary: 'Delete a draft of a project',
    method: 'DELETE',
    path: oneInProject,
    who: { project: 'guest', onlyOwn: true },
  },
})

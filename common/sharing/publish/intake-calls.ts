import { z } from 'zod'
import { fileReadQuery, uploadTarget } from '../../documents/files/schema.ts'
import { intakeStatusField } from '../../planning/intake/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText, textWithRule } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { priorities } from '../../work/work-items/priorities.ts'
import { maxWorkItemNameLength, workItemNameProblem } from '../../work/work-items/rules.ts'
import { workItemRow } from '../../work/work-items/schema.ts'
import { boardParams } from './calls.ts'
import { maxPublicCommentLength } from './rules.ts'

const requests = '/api/public/anchor/{anchor}/intakes/{intake_id}/intake-issues/' as const
const request = `${requests}{request_id}/` as const
const files = '/api/public/assets/v2/anchor/{anchor}/' as const
const file = `${files}{asset_id}/` as const

/**
 * A request that a visitor submitted on a public board. A snoozed request counts as pending, and the original of
 * a duplicate stays unknown.
 */
const publicRequest = z.object({
  id,
  status: intakeStatusField,
  source: z.literal('FORMS'),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  issue: z.object({
    id,
    name: z.string(),
    priority: z.enum(priorities),
    sequence_id: z.int(),
    project_id: id,
    description_html: z.string(),
  }),
})
export type PublicRequest = z.infer<typeof publicRequest>

const name = textWithRule(maxWorkItemNameLength * 2, workItemNameProblem, {
  required: 'Name is required',
  too_long: 'A title can have at most 255 characters.',
})
const description_html = z.string().max(maxPublicCommentLength)

const shared = { who: 'signed-in', params: boardParams } as const

/**
 * Calls by which signed-in visitors of a public board submit requests to the intake of the project. Visitors see
 * and change only their own requests. Each call fails unless the board has an intake.
 */
export const publicIntakeCalls = declareCalls('publish', {
  listPublicRequests: {
    ...shared,
    summary: 'List your 100 newest requests on a public board',
    method: 'GET',
    path: requests,
    answer: z.array(publicRequest),
  },
  createPublicRequest: {
    ...shared,
    summary: 'Submit a request on a public board',
    method: 'POST',
    path: requests,
    body: z.object({
      issue: z.object({
        name,
        description_html: description_html.optional(),
        priority: z.enum(priorities, 'Invalid priority').optional(),
      }),
    }),
    items: workItemRow,
    status: 201,
    answer: publicRequest,
    fails: ['rate_limited'],
  },
  getPublicRequest: {
    ...shared,
    summary: 'Get your request on a public board',
    method: 'GET',
    path: request,
    answer: publicRequest,
  },
  updatePublicRequest: {
    ...shared,
    summary: 'Edit your request on a public board until it is reviewed',
    method: 'PATCH',
    path: request,
    body: z.object({ issue: z.object({ name, description_html }).partial() }),
    items: workItemRow,
    answer: publicRequest,
  },
  deletePublicRequest: {
    ...shared,
    summary: 'Delete your request on a public board until it is reviewed',
    method: 'DELETE',
    path: request,
  },
})

/**
 * Calls by which signed-in visitors upload pictures for their requests and comments. A visitor can read and
 * change only their own pictures, until a public text shows them.
 */
export const publicFileCalls = declareCalls('publish', {
  createPublicAsset: {
    ...shared,
    summary: 'Get an upload URL for a picture in your request or comment on a public board',
    method: 'POST',
    path: files,
    body: z.object({
      name: singleLineText(1000).min(1, 'Enter a file name.'),
      type: singleLineText(200),
      size: z.int().min(0),
      entity_type: z.enum(['ISSUE_DESCRIPTION', 'COMMENT_DESCRIPTION'], 'Invalid entity type.'),
    }),
    secretAnswer: true,
    answer: uploadTarget,
    fails: ['too_large', 'rate_limited'],
  },
  getPublishedPicture: {
    summary: 'Get a picture of a text on a public board, or your own upload',
    method: 'GET',
    path: file,
    who: 'anyone',
    params: boardParams,
    query: fileReadQuery,
  },
  confirmPublicAsset: {
    ...shared,
    summary: 'Confirm the upload of a picture on a public board',
    method: 'PATCH',
    path: file,
    body: z.object({}),
    transactions: 'own',
  },
  deletePublicAsset: {
    ...shared,
    summary: 'Delete your picture on a public board',
    method: 'DELETE',
    path: file,
  },
  restorePublicAsset: {
    ...shared,
    summary: 'Restore your deleted picture on a public board',
    method: 'POST',
    path: `${files}restore/{asset_id}/`,
  },
  adoptPublicAssets: {
    ...shared,
    summary: 'Attach your uploads to your request or comment on a public board',
    method: 'POST',
    path: `${files}{text_id}/bulk/`,
    body: z.object({ asset_ids: z.array(id).max(100) }),
  },
})
